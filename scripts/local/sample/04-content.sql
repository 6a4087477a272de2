CREATE SCHEMA content;
COMMENT ON SCHEMA content IS 'Help pages, policies and guides';

CREATE TABLE content.authors (
  id integer PRIMARY KEY,
  name text NOT NULL,
  biography text NOT NULL DEFAULT ''
);
COMMENT ON TABLE content.authors IS 'Who writes the documents';
COMMENT ON COLUMN content.authors.biography IS 'Empty when the author gave none';

CREATE TABLE content.documents (
  id integer PRIMARY KEY,
  author_id integer REFERENCES content.authors (id),
  kind text NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  tags text[] NOT NULL DEFAULT '{}',
  published_at timestamptz
);
-- embed-documents.ts adds the column embedding.
COMMENT ON TABLE content.documents IS 'Policies, help pages and guides, as customers read them';
COMMENT ON COLUMN content.documents.author_id IS 'NULL for texts of the company as a whole';
COMMENT ON COLUMN content.documents.kind IS 'policy, help or guide';
COMMENT ON COLUMN content.documents.body IS 'Plain text, paragraphs separated by an empty line';
COMMENT ON COLUMN content.documents.published_at IS 'NULL while the document is a draft';

INSERT INTO content.authors (id, name, biography) VALUES
  (1, 'Marta Lind', 'Runs the workshop and has repaired cookware for twenty years.'),
  (2, 'Tomas Okafor', 'Gardener, writes about tools and soil.'),
  (3, 'Elena Duarte', '');

INSERT INTO content.documents (id, author_id, kind, title, body, tags, published_at) VALUES
  (1, NULL, 'policy', 'Returns and refunds', E'You may return any unused item within 30 days of delivery. Print the label from your account and hand the parcel to the carrier.\n\nWe refund the price within five working days of the parcel reaching our warehouse. Return shipping is free in the European Union.', '{returns,refund,shipping}', '2025-02-03 09:00+00'),
  (2, NULL, 'policy', 'Warranty on cookware', E'Cast iron, copper and stainless cookware carries a ten year warranty against cracks, warping and loose handles.\n\nThe warranty does not cover discolouration, scratches, or damage from an induction hob used on its highest setting with an empty pan.', '{warranty,cookware}', '2025-02-03 09:00+00'),
  (3, NULL, 'policy', 'Privacy notice', E'We keep your name, address and orders for as long as tax law asks: ten years for invoices. Marketing e-mail is sent only with your consent, which you may withdraw at any time.\n\nWe do not sell personal data.', '{privacy,data}', '2025-05-20 09:00+00'),
  (4, NULL, 'policy', 'Shipping times and costs', E'Orders paid before noon leave the same working day. Delivery takes two days in Germany and the Netherlands, three to five elsewhere in the European Union.\n\nShipping costs 4.90 euros and is free from 60 euros.', '{shipping,delivery}', '2025-01-10 09:00+00'),
  (5, 3, 'help', 'My parcel arrived damaged', E'Please photograph the box and the item before unpacking further, then open a support ticket within seven days.\n\nWe send a replacement at once when it is in stock and refund you otherwise. You need not send the broken piece back.', '{damage,replacement,support}', '2025-03-14 09:00+00'),
  (6, 3, 'help', 'Changing or cancelling an order', E'An order can be changed while its status is pending or paid. Open it in your account and choose Edit.\n\nOnce the parcel has shipped, let it arrive and use the return label.', '{orders,cancel}', '2025-03-15 09:00+00'),
  (7, 3, 'help', 'Invoices for companies', E'Add the company name and VAT number to your account before ordering. The invoice is attached to the shipping e-mail as PDF.\n\nFor an order already placed, support can reissue the invoice once.', '{invoice,vat}', '2025-04-02 09:00+00'),
  (8, 3, 'help', 'Gift orders', E'Tick "It is a gift" at checkout: the invoice stays out of the box and the price off the packing slip.\n\nYour message is printed on a card of recycled paper.', '{gift,checkout}', NULL);

-- Eight materials by four kinds of guide: 32 more documents, 40 in all.
INSERT INTO content.documents (id, author_id, kind, title, body, tags, published_at)
SELECT 8 + (m.n - 1) * 4 + g.n, CASE WHEN m.n > 6 THEN 2 ELSE 1 END, 'guide', format(g.title, m.name),
  format(E'%s\n\n%s\n\n%s', m.intro, format(g.advice, lower(m.name)), m.hint),
  ARRAY[lower(m.name), g.tag], timestamptz '2025-06-01 08:00+00' + (m.n * 4 + g.n) * interval '9 days'
FROM (VALUES
  (1, 'Cast iron', 'Cast iron holds heat better than any other pan and lasts for generations.', 'A thin film of linseed oil, baked at 230 degrees for an hour, renews the seasoning.'),
  (2, 'Copper', 'Copper answers to the flame at once, which is why confectioners love it.', 'Rub dark spots with half a lemon and coarse salt, then rinse and dry.'),
  (3, 'Stoneware', 'Stoneware is fired at 1200 degrees and takes the oven, the table and the frost.', 'Fine grey marks are metal left by cutlery; a paste of baking soda removes them.'),
  (4, 'Linen', 'Linen grows softer with every wash and dries faster than cotton.', 'Iron it while damp, or hang it straight and skip the iron altogether.'),
  (5, 'Wool', 'Wool repels dirt by itself and rarely needs more than fresh air.', 'Cedar wood in the cupboard keeps moths away without any smell of camphor.'),
  (6, 'Brass', 'Brass darkens with time; some call it tarnish, others patina.', 'Lacquered lamps must never be polished: wipe them with a dry cloth only.'),
  (7, 'Terracotta', 'Terracotta breathes, so roots stay cool and water evaporates evenly.', 'Bring pots under a roof before the first frost, or raise them on feet.'),
  (8, 'Ash wood', 'Ash is tough and springy, the classic wood for the handles of tools.', 'A loose head tightens again when the tool stands in a bucket of water overnight.')
) AS m (n, name, intro, hint)
CROSS JOIN (VALUES
  (1, '%s: daily care', 'Clean %s soon after use with warm water and a soft brush. Avoid steel wool, and let everything dry completely before putting it away.', 'care'),
  (2, 'Buying guide: %s', 'When you choose %s, look at the weight, the joints and the finish at the edges. A good piece costs more once and nothing afterwards.', 'buying'),
  (3, 'Repairing %s at home', 'Most damage to %s can be mended with patience. Work slowly, test on a hidden spot first, and stop when the material starts to give.', 'repair'),
  (4, '%s: where ours comes from', 'Our %s comes from two family workshops which we visit every year. Both publish their energy use and pay above the regional wage.', 'origin')
) AS g (n, title, advice, tag);

CREATE INDEX documents_search ON content.documents USING gin (to_tsvector('english', title || ' ' || body));
