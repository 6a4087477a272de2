-- chance(i, salt): a number in [0, 1) that is the same on every machine and every run.
CREATE FUNCTION pg_temp.chance(i bigint, salt integer) RETURNS double precision
  LANGUAGE sql IMMUTABLE
  AS $$ SELECT (hashint8extended(i, salt::bigint) & 1048575)::double precision / 1048576 $$;

-- pick(): one element of the array, chosen by chance().
CREATE FUNCTION pg_temp.pick(choices text[], i bigint, salt integer) RETURNS text
  LANGUAGE sql IMMUTABLE
  AS $$ SELECT choices[1 + floor(pg_temp.chance(i, salt) * cardinality(choices))::integer] $$;

INSERT INTO shop.categories (id, parent_id, name) VALUES
  (1, NULL, 'Kitchen'), (2, NULL, 'Living'), (3, NULL, 'Garden'), (4, NULL, 'Desk'),
  (11, 1, 'Cookware'), (12, 1, 'Tableware'), (13, 1, 'Coffee and tea'),
  (21, 2, 'Lighting'), (22, 2, 'Textiles'), (31, 3, 'Tools'), (32, 3, 'Planters'), (41, 4, 'Stationery');

-- Fifteen products in each of eight lines: five models in three finishes make 120.
WITH lines (line_no, category_id, base_price, models, finishes) AS (VALUES
  (0, 11, 34.0, ARRAY['Saucepan 1.5 L', 'Frying Pan 28 cm', 'Casserole 4 L', 'Roasting Tin', 'Wok 32 cm'], ARRAY['Cast Iron', 'Copper', 'Stainless']),
  (1, 12, 9.5, ARRAY['Dinner Plate', 'Soup Bowl', 'Serving Dish', 'Side Plate', 'Jug 1 L'], ARRAY['Stoneware', 'Porcelain', 'Enamel']),
  (2, 13, 18.0, ARRAY['Coffee Dripper', 'Teapot', 'Hand Grinder', 'Milk Pitcher', 'Espresso Cup Pair'], ARRAY['Ceramic', 'Glass', 'Steel']),
  (3, 21, 42.0, ARRAY['Table Lamp', 'Pendant Lamp', 'Reading Light', 'Floor Lamp', 'Lantern'], ARRAY['Brass', 'Smoked Glass', 'Paper']),
  (4, 22, 22.0, ARRAY['Throw Blanket', 'Cushion Cover', 'Table Runner', 'Bath Towel', 'Rug 120 x 180'], ARRAY['Linen', 'Wool', 'Cotton']),
  (5, 31, 14.0, ARRAY['Hand Trowel', 'Pruning Shears', 'Garden Fork', 'Dibber', 'Hoe'], ARRAY['Ash Handle', 'Forged Steel', 'Beech Handle']),
  (6, 32, 12.0, ARRAY['Planter Small', 'Planter Large', 'Hanging Pot', 'Seed Tray', 'Window Box'], ARRAY['Terracotta', 'Zinc', 'Oak']),
  (7, 41, 6.0, ARRAY['Notebook A5', 'Fountain Pen', 'Pencil Set', 'Desk Tray', 'Letter Opener'], ARRAY['Walnut', 'Leather', 'Recycled'])
), models AS (
  SELECT (line_no * 15 + (m - 1) * 3 + f)::integer AS id, category_id, finishes[f] AS finish, models[m] AS model,
    round((base_price * (0.6 + 0.35 * m) * (0.85 + 0.2 * f))::numeric, 0) - 0.05 AS price
  FROM lines, generate_series(1, 5) AS m, generate_series(1, 3) AS f
)
INSERT INTO shop.products (id, sku, name, category_id, price, cost, stock, tags, attributes, discontinued_at)
SELECT id, format('PO-%s-%s', category_id, lpad(id::text, 4, '0')), finish || ' ' || model, category_id, price,
  round(price * (0.35 + 0.25 * pg_temp.chance(id, 1))::numeric, 2),
  CASE WHEN id % 17 = 0 THEN 0 ELSE floor(pg_temp.chance(id, 2) * 400)::integer END,
  CASE WHEN id % 11 = 0 THEN '{}' ELSE ARRAY[lower(finish), pg_temp.pick('{bestseller,gift,new,handmade}', id, 3)] END,
  jsonb_build_object('material', lower(finish), 'weight_g', 80 + floor(pg_temp.chance(id, 4) * 3000)::integer)
    || CASE WHEN category_id BETWEEN 11 AND 13 THEN jsonb_build_object('dishwasher_safe', id % 3 = 0) ELSE '{}' END,
  CASE WHEN id % 29 = 0 THEN timestamptz '2026-03-31 22:00+00' END
FROM models;

WITH people AS (
  SELECT i,
    pg_temp.pick('{Ada,Bruno,Clara,David,Elif,Femke,Giulia,Hugo,Ines,Jonas,Kira,Luca,Maja,Noah,Olga,Pavel,Rosa,Sven,Tessa,Yusuf}', i, 11) AS first,
    pg_temp.pick('{Almeida,Berg,Costa,Dubois,Eriksson,Fischer,Garcia,Hansen,Ivanova,Jansen,Kowalski,Lindqvist,Moreau,Novak,O''Brien,Petrov,Rossi,Schmidt,Tanaka,Weber}', i, 12) AS last,
    1 + floor(power(pg_temp.chance(i, 13), 1.6) * 8)::integer AS place
  FROM generate_series(1, 2000) AS i
)
INSERT INTO shop.customers (id, email, full_name, country, city, phone, interests, preferences, marketing_consent, created_at)
SELECT i, lower(format('%s.%s%s@example.com', first, replace(last, '''', ''), i)), first || ' ' || last,
  (ARRAY['DE', 'FR', 'NL', 'ES', 'IT', 'SE', 'PL', 'IE'])[place],
  (ARRAY['Berlin', 'Lyon', 'Utrecht', 'Valencia', 'Turin', 'Malmö', 'Kraków', 'Cork'])[place],
  CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN '' ELSE '+49 30 ' || (1000000 + i * 37) END,
  CASE WHEN i % 7 = 0 THEN '{}' ELSE ARRAY[pg_temp.pick('{cooking,coffee,gardening}', i, 14), pg_temp.pick('{reading,lighting,textiles,writing}', i, 15)] END,
  jsonb_build_object('newsletter', pg_temp.pick('{weekly,monthly,never}', i, 16), 'language', (ARRAY['de', 'fr', 'nl', 'es', 'it', 'sv', 'pl', 'en'])[place]),
  CASE WHEN i % 9 = 0 THEN NULL ELSE pg_temp.chance(i, 17) < 0.6 END,
  timestamptz '2022-06-01 08:00+00' + pg_temp.chance(i, 18) * interval '210 days'
FROM people;
