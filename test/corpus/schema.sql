-- The tables that the corpora speak of, with a few rows each.
CREATE TYPE mood AS ENUM ('calm', 'glad');
CREATE SEQUENCE seq1;
CREATE TABLE users (id int PRIMARY KEY, email text, name text, role text, tags text[], meta jsonb, manager_id int);
INSERT INTO users
SELECT i, format('u%s@example.com', i), format('User %s', i), CASE WHEN i % 7 = 0 THEN 'admin' ELSE 'user' END,
  ARRAY['a', 'b' || i % 3], jsonb_build_object('city', 'Oslo', 'age', 20 + i, 'tags', '["ab"]'::jsonb), nullif(i / 3, 0)
FROM generate_series(1, 20) i;
CREATE TABLE orders (id int PRIMARY KEY, user_id int, amount numeric, status text, created_at timestamp, items jsonb);
INSERT INTO orders
SELECT i, 1 + i % 20, i * 3.5, (ARRAY['paid', 'shipped', 'new'])[1 + i % 3], timestamp '2026-01-01' + i * interval '1 day',
  '[{"sku": "s1", "n": 2, "tags": ["x"]}, {"sku": "s2"}]'
FROM generate_series(1, 60) i;
CREATE TABLE events (id int PRIMARY KEY, user_id int, kind text, payload text, created_at timestamp);
INSERT INTO events
SELECT i, 1 + i % 20, (ARRAY['visit', 'cart', 'buy'])[1 + i % 3], 'p' || i, timestamp '2026-01-01' + i * interval '7 minutes'
FROM generate_series(1, 80) i;
CREATE TABLE products (id int PRIMARY KEY, name text, description text, tsv tsvector);
INSERT INTO products
SELECT i, 'Product ' || i, 'A nice product', to_tsvector('english', 'A nice product') FROM generate_series(1, 5) i;
CREATE TABLE tree (id int PRIMARY KEY, parent int);
INSERT INTO tree SELECT i, nullif(i / 2, 0) FROM generate_series(1, 15) i;
CREATE TABLE measurements (city text, day date, temp numeric);
INSERT INTO measurements SELECT 'Oslo', date '2026-01-01' + i, i FROM generate_series(1, 10) i;
CREATE TABLE t (id int, a text, b int);
INSERT INTO t VALUES (1, 'x', 1);
CREATE TABLE requests (
  http_status int, http_method text, system text, bernoulli int, version text, "left" int, timing int, internal bool,
  host text, length int
);
INSERT INTO requests VALUES (200, 'GET', 's', 1, 'v', 1, 1, true, 'h', 1);
CREATE TABLE lineorder (lo_revenue numeric, lo_discount int);
INSERT INTO lineorder VALUES (1, 2);
CREATE TABLE crosstab_like (id int);
INSERT INTO crosstab_like VALUES (1);
