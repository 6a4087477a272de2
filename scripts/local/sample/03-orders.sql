-- Orders get more frequent over time, a quarter of the customers place most of them, and
-- December is busy. Lines come first because an order's total is their sum.
CREATE TEMP TABLE new_orders ON COMMIT DROP AS
SELECT 9007199254740992 + i AS id, i,
  1 + floor(power(pg_temp.chance(i, 21), 1.4) * 2000)::bigint AS customer_id,
  date_trunc('second', timestamptz '2023-01-01 06:00+00'
    + power(i / 50001.0, 0.8) * interval '1390 days'
    + pg_temp.chance(i, 22) * interval '14 hours'
    + CASE WHEN i % 10 = 0 THEN interval '0' ELSE sin(i / 700.0) * interval '4 hours' END) AS placed_at,
  pg_temp.chance(i, 23) AS fate
FROM generate_series(1, 50000) AS i;

CREATE TEMP TABLE new_lines ON COMMIT DROP AS
SELECT o.id AS order_id, greatest(o.placed_at, timestamptz '2023-01-01 00:00+00') AS placed_at, n AS line_no, p.id AS product_id,
  1 + floor(power(pg_temp.chance(o.i * 10 + n, 31), 3) * 6)::integer AS quantity,
  round(p.price * CASE WHEN o.placed_at < timestamptz '2025-01-01 00:00+00' THEN 0.92 ELSE 1 END, 2) AS unit_price,
  CASE WHEN pg_temp.chance(o.i * 10 + n, 32) < 0.12 THEN 0.100 ELSE 0 END AS discount
FROM new_orders AS o
CROSS JOIN LATERAL generate_series(1, 1 + floor(pg_temp.chance(o.i, 33) * 4)::integer) AS n
JOIN shop.products AS p ON p.id = 1 + floor(power(pg_temp.chance(o.i * 10 + n, 34), 1.4) * 120)::integer;

INSERT INTO shop.orders (id, customer_id, status, placed_at, shipped_at, total, shipping_address, note)
SELECT o.id, o.customer_id, s.status, t.placed_at,
  CASE WHEN s.status IN ('shipped', 'delivered', 'returned') THEN t.placed_at + (1 + pg_temp.chance(o.i, 24) * 4) * interval '1 day' END,
  t.total,
  jsonb_build_object('country', c.country, 'city', c.city, 'street', format('%s %s', pg_temp.pick('{Station Road,Mill Lane,Harbour Street,Garden Row,Church Hill}', o.i, 25), 1 + o.i % 180)),
  CASE WHEN o.i % 4 = 0 THEN '' WHEN o.i % 23 = 0 THEN pg_temp.pick('{Please leave with the neighbour,It is a gift: no invoice in the box,Ring twice,Deliver after 17:00}', o.i, 26) END
FROM new_orders AS o
JOIN (SELECT order_id, placed_at, sum(round(quantity * unit_price * (1 - discount), 2)) AS total FROM new_lines GROUP BY 1, 2) AS t ON t.order_id = o.id
JOIN shop.customers AS c ON c.id = o.customer_id
CROSS JOIN LATERAL (SELECT (CASE
  WHEN o.fate < 0.04 THEN 'cancelled'
  WHEN o.fate < 0.09 THEN 'returned'
  WHEN o.i > 49800 THEN CASE WHEN o.fate < 0.5 THEN 'pending' ELSE 'paid' END
  WHEN o.i > 49400 THEN 'shipped'
  ELSE 'delivered' END)::shop.order_status AS status) AS s;

INSERT INTO shop.order_lines (order_id, placed_at, line_no, product_id, quantity, unit_price, discount)
SELECT order_id, placed_at, line_no, product_id, quantity, unit_price, discount FROM new_lines;

-- Keys after the data: one pass over the rows instead of a lookup for each.
ALTER TABLE shop.order_lines
  ADD PRIMARY KEY (order_id, line_no),
  ADD FOREIGN KEY (order_id, placed_at) REFERENCES shop.orders (id, placed_at),
  ADD FOREIGN KEY (product_id) REFERENCES shop.products (id);
CREATE INDEX ON shop.order_lines (product_id);
CREATE INDEX ON shop.orders (customer_id);
CREATE INDEX ON shop.orders (placed_at);

INSERT INTO shop.reviews (id, product_id, customer_id, rating, body, created_at)
SELECT i, 1 + floor(pg_temp.chance(i, 41) * 120)::integer, 1 + floor(pg_temp.chance(i, 42) * 2000)::bigint, r.rating,
  CASE WHEN i % 3 = 0 THEN NULL WHEN r.rating >= 4 THEN pg_temp.pick('{Exactly as described and well packed.,We use it every day.,Better than the one it replaced.,A present that was very welcome.}', i, 43)
    ELSE pg_temp.pick('{Arrived with a chip in the rim.,Smaller than the pictures suggest.,The colour faded within a month.,Took three weeks to arrive.}', i, 44) END,
  timestamptz '2023-02-01 09:00+00' + pg_temp.chance(i, 45) * interval '1350 days'
FROM generate_series(1, 3000) AS i
CROSS JOIN LATERAL (SELECT (5 - floor(power(pg_temp.chance(i, 46), 2) * 5))::smallint AS rating) AS r;

INSERT INTO shop.support_tickets (id, tenant_id, customer_id, subject, body, priority, opened_at, closed_at)
SELECT i, CASE WHEN i % 3 = 0 THEN 'other' ELSE 'demo' END, CASE WHEN i % 8 = 0 THEN NULL ELSE 1 + i * 13 % 2000 END, t[1], t[2], 1 + i % 5,
  timestamptz '2026-01-05 10:00+00' + i * interval '2 days 3 hours',
  CASE WHEN i % 4 <> 0 THEN timestamptz '2026-01-06 15:00+00' + i * interval '2 days 3 hours' END
FROM generate_series(1, 120) AS i
CROSS JOIN LATERAL (SELECT CASE i % 5
  WHEN 0 THEN ARRAY['Parcel has not arrived', 'Tracking has said "in transit" for eight days.']
  WHEN 1 THEN ARRAY['Plate arrived broken', 'One of four plates is in pieces. I can send photographs.']
  WHEN 2 THEN ARRAY['Invoice for my employer', 'Please issue the invoice with the company name and VAT number.']
  WHEN 3 THEN ARRAY['Return label', 'The lamp is too tall for the shelf, I would like to return it.']
  ELSE ARRAY['Change of address', 'I moved; can the open order go to the new address?'] END AS t) AS words;

CREATE VIEW shop.customer_value AS
SELECT c.id AS customer_id, c.full_name, c.country, count(o.id) AS orders, coalesce(sum(o.total), 0) AS revenue, max(o.placed_at) AS last_order_at
FROM shop.customers AS c
LEFT JOIN shop.orders AS o ON o.customer_id = c.id AND o.status NOT IN ('cancelled', 'returned')
GROUP BY c.id;
COMMENT ON VIEW shop.customer_value IS 'Orders and revenue of each customer, without cancelled and returned orders';

CREATE MATERIALIZED VIEW shop.monthly_sales AS
SELECT date_trunc('month', o.placed_at, 'UTC')::date AS month, p.category_id, sum(l.quantity) AS units, sum(round(l.quantity * l.unit_price * (1 - l.discount), 2)) AS revenue
FROM shop.order_lines AS l
JOIN shop.orders AS o ON o.id = l.order_id AND o.placed_at = l.placed_at
JOIN shop.products AS p ON p.id = l.product_id
WHERE o.status NOT IN ('cancelled', 'returned')
GROUP BY 1, 2;
CREATE UNIQUE INDEX ON shop.monthly_sales (month, category_id);
COMMENT ON MATERIALIZED VIEW shop.monthly_sales IS 'Units and revenue by month and category, as of the last refresh';
