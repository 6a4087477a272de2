-- Fails unless api.mcp_exchange is a table of the database's owner, of somebody who can act as the owner or as whom the
-- owner can act, or of a superuser, and so is its schema: whoever else planted it would have its triggers run as the
-- caller. Of a superuser pg_has_role says that it can act as anybody, so such an owner has only its own.
SELECT CASE WHEN count(*) <> 2 OR NOT bool_and(maker.rolsuper OR maker.rolname = 'pg_database_owner'
    OR pg_has_role(maker.oid, owner.oid, 'MEMBER')
    OR NOT owner.rolsuper AND pg_has_role(owner.oid, maker.oid, 'MEMBER'))
  THEN current_setting('postern.exchange_is_not_the_owners') END
FROM pg_database d
JOIN pg_roles owner ON owner.oid = d.datdba
JOIN (
  SELECT nspowner FROM pg_namespace WHERE nspname = 'api'
  UNION ALL
  SELECT c.relowner FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = 'api' AND c.relname = 'mcp_exchange' AND c.relkind IN ('r', 'p')) AS made (by) ON true
JOIN pg_roles maker ON maker.oid = made.by
WHERE d.datname = current_database()
