-- A small shop. The comments on tables and columns are part of the sample: a model reads them.
CREATE SCHEMA shop;
COMMENT ON SCHEMA shop IS 'Customers, products, orders and support of a homeware shop';

CREATE TYPE shop.order_status AS ENUM ('pending', 'paid', 'shipped', 'delivered', 'returned', 'cancelled');
COMMENT ON TYPE shop.order_status IS 'Where an order stands; returned and cancelled orders do not count as revenue';

CREATE TABLE shop.categories (
  id integer PRIMARY KEY,
  parent_id integer REFERENCES shop.categories (id),
  name text NOT NULL UNIQUE
);
COMMENT ON TABLE shop.categories IS 'Product categories, two levels deep';
COMMENT ON COLUMN shop.categories.parent_id IS 'The category above; NULL for a top-level category';

CREATE TABLE shop.products (
  id integer PRIMARY KEY,
  sku text NOT NULL UNIQUE,
  name text NOT NULL,
  category_id integer NOT NULL REFERENCES shop.categories (id),
  price numeric(10, 2) NOT NULL CHECK (price > 0),
  cost numeric(10, 2) NOT NULL,
  stock integer NOT NULL,
  tags text[] NOT NULL DEFAULT '{}',
  attributes jsonb NOT NULL DEFAULT '{}',
  discontinued_at timestamptz
);
COMMENT ON TABLE shop.products IS 'Everything the shop sells or used to sell';
COMMENT ON COLUMN shop.products.sku IS 'Stock keeping unit, printed on the label';
COMMENT ON COLUMN shop.products.price IS 'Current list price in euros, tax included';
COMMENT ON COLUMN shop.products.cost IS 'What the shop pays its supplier, in euros';
COMMENT ON COLUMN shop.products.stock IS 'Units in the warehouse now';
COMMENT ON COLUMN shop.products.attributes IS 'Material, colour, weight_g and dishwasher_safe where known';
COMMENT ON COLUMN shop.products.discontinued_at IS 'When the product was withdrawn; NULL while it is sold';

CREATE TABLE shop.customers (
  id bigint PRIMARY KEY,
  email text NOT NULL UNIQUE,
  full_name text NOT NULL,
  country char(2) NOT NULL,
  city text NOT NULL,
  phone text,
  interests text[] NOT NULL DEFAULT '{}',
  preferences jsonb NOT NULL DEFAULT '{}',
  marketing_consent boolean,
  created_at timestamptz NOT NULL
);
COMMENT ON TABLE shop.customers IS 'People with an account';
COMMENT ON COLUMN shop.customers.country IS 'ISO 3166-1 alpha-2 code';
COMMENT ON COLUMN shop.customers.phone IS 'NULL when never asked, empty when the customer declined to give it';
COMMENT ON COLUMN shop.customers.preferences IS 'newsletter frequency and preferred language';
COMMENT ON COLUMN shop.customers.marketing_consent IS 'NULL until the customer has answered';

CREATE TABLE shop.orders (
  id bigint NOT NULL,
  customer_id bigint NOT NULL REFERENCES shop.customers (id),
  status shop.order_status NOT NULL,
  placed_at timestamptz NOT NULL,
  shipped_at timestamptz,
  total numeric(12, 2) NOT NULL,
  shipping_address jsonb NOT NULL,
  note text,
  PRIMARY KEY (id, placed_at)
) PARTITION BY RANGE (placed_at);
COMMENT ON TABLE shop.orders IS 'One row for each order, partitioned by the year it was placed (UTC)';
COMMENT ON COLUMN shop.orders.id IS 'Starts above 2^53: read it as text, not as a floating point number';
COMMENT ON COLUMN shop.orders.total IS 'Sum of the order lines in euros, after discounts';
COMMENT ON COLUMN shop.orders.shipped_at IS 'NULL until the parcel has left';
COMMENT ON COLUMN shop.orders.note IS 'Message from the customer; empty when the field was shown and left blank';

CREATE TABLE shop.orders_2023 PARTITION OF shop.orders FOR VALUES FROM ('2023-01-01 00:00+00') TO ('2024-01-01 00:00+00');
CREATE TABLE shop.orders_2024 PARTITION OF shop.orders FOR VALUES FROM ('2024-01-01 00:00+00') TO ('2025-01-01 00:00+00');
CREATE TABLE shop.orders_2025 PARTITION OF shop.orders FOR VALUES FROM ('2025-01-01 00:00+00') TO ('2026-01-01 00:00+00');
CREATE TABLE shop.orders_2026 PARTITION OF shop.orders FOR VALUES FROM ('2026-01-01 00:00+00') TO ('2027-01-01 00:00+00');
COMMENT ON TABLE shop.orders_2023 IS 'Orders placed in 2023';
COMMENT ON TABLE shop.orders_2024 IS 'Orders placed in 2024';
COMMENT ON TABLE shop.orders_2025 IS 'Orders placed in 2025';
COMMENT ON TABLE shop.orders_2026 IS 'Orders placed in 2026';

CREATE TABLE shop.order_lines (
  order_id bigint NOT NULL,
  placed_at timestamptz NOT NULL,
  line_no smallint NOT NULL,
  product_id integer NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  unit_price numeric(10, 2) NOT NULL,
  discount numeric(4, 3) NOT NULL DEFAULT 0
);
COMMENT ON TABLE shop.order_lines IS 'The products in each order';
COMMENT ON COLUMN shop.order_lines.placed_at IS 'Repeats orders.placed_at, because the key of a partitioned table holds it';
COMMENT ON COLUMN shop.order_lines.unit_price IS 'Price of one unit on the day of the order, in euros';
COMMENT ON COLUMN shop.order_lines.discount IS 'Share taken off the line: 0.100 is ten percent';

CREATE TABLE shop.reviews (
  id bigint PRIMARY KEY,
  product_id integer NOT NULL REFERENCES shop.products (id),
  customer_id bigint NOT NULL REFERENCES shop.customers (id),
  rating smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
  body text,
  created_at timestamptz NOT NULL
);
COMMENT ON TABLE shop.reviews IS 'Product reviews by customers';
COMMENT ON COLUMN shop.reviews.rating IS 'One to five stars';
COMMENT ON COLUMN shop.reviews.body IS 'NULL when only stars were given';

CREATE TABLE shop.support_tickets (
  id bigint PRIMARY KEY,
  tenant_id text NOT NULL,
  customer_id bigint REFERENCES shop.customers (id),
  subject text NOT NULL,
  body text NOT NULL,
  priority smallint NOT NULL DEFAULT 3,
  opened_at timestamptz NOT NULL,
  closed_at timestamptz
);
COMMENT ON TABLE shop.support_tickets IS 'Support requests; row level security shows each tenant only its own';
COMMENT ON COLUMN shop.support_tickets.tenant_id IS 'Compared with the setting auth.tenant_id of the session';
COMMENT ON COLUMN shop.support_tickets.priority IS '1 is urgent, 5 can wait';
ALTER TABLE shop.support_tickets ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON shop.support_tickets
  FOR SELECT USING (tenant_id = current_setting('auth.tenant_id', true));
