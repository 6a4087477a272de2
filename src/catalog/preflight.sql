-- What the login role could do beyond reading, by its attributes, by grants to it or to PUBLIC, as an owner, and as a
-- member: also of roles whose rights it does not inherit, but could SET ROLE to or, as their administrator, grant
-- itself. has_table_privilege and its like know nothing of those, nor who holds the grant, so the ACLs are read.
-- Not told, because every role has it unless somebody took it away: temporary tables and new large objects. Routines of
-- extensions count like any others: those that come with Postgres have no SECURITY DEFINER.
-- Names are quoted, at most three of a kind, and bounded in length.
WITH RECURSIVE login AS MATERIALIZED (
  SELECT * FROM pg_roles WHERE rolname = session_user
), edges AS (
  -- Before Postgres 16 there were no such options: every member could SET ROLE.
  SELECT m.member, m.roleid, m.admin_option AS can_grant, true AS is_grant,
         coalesce((to_jsonb(m) ->> 'set_option')::bool, true) AS can_set,
         coalesce((to_jsonb(m) ->> 'inherit_option')::bool, true) AS inherits
  FROM pg_auth_members m
  UNION ALL
  SELECT d.datdba, 'pg_database_owner'::regrole, false, false, false, true FROM pg_database d WHERE d.datname = current_database()
), walk (oid, can_become, first) AS (
  -- SET ROLE needs the option at every step from the login role on; from there rights are inherited.
  SELECT oid, true, NULL::oid FROM login
  UNION
  SELECT e.roleid, e.can_grant OR w.can_become AND e.can_set, coalesce(w.first, CASE WHEN e.is_grant THEN e.roleid END)
  FROM walk w JOIN edges e ON e.member = w.oid
  WHERE e.can_grant OR e.inherits OR w.can_become AND e.can_set
), reach AS MATERIALIZED (
  SELECT w.oid, bool_or(w.can_become) AS can_become, quote_ident(pg_get_userbyid(w.oid)) AS name,
         array_agg(DISTINCT w.first) FILTER (WHERE w.first IS NOT NULL) AS firsts
  FROM walk w GROUP BY w.oid
  UNION ALL
  SELECT 0, false, 'PUBLIC', NULL
), memberships AS (
  SELECT DISTINCT w.first, k.kind
  FROM walk w JOIN pg_roles o ON o.oid = w.oid, LATERAL unnest(ARRAY[
    CASE WHEN w.can_become AND o.rolsuper THEN 'superuser' END,
    CASE WHEN w.can_become AND o.rolbypassrls THEN 'bypass_rls' END,
    CASE WHEN w.can_become AND o.rolcreaterole THEN 'create_role' END,
    CASE WHEN w.can_become AND o.rolcreatedb THEN 'create_db' END,
    CASE WHEN w.can_become AND o.rolreplication OR o.rolname = 'rds_replication' THEN 'replication' END,
    CASE WHEN o.rolname IN ('neon_superuser', 'rds_superuser', 'cloudsqlsuperuser', 'alloydbsuperuser', 'azure_pg_admin')
      THEN 'host_administrator' END,
    -- Whatever predefined role is not known to be for reading.
    CASE WHEN starts_with(o.rolname, 'pg_') AND o.rolname NOT IN ('pg_read_all_data', 'pg_read_all_settings',
      'pg_read_all_stats', 'pg_stat_scan_tables', 'pg_monitor', 'pg_database_owner') THEN o.rolname END]) AS k (kind)
  WHERE w.first IS NOT NULL AND k.kind IS NOT NULL
), holders AS MATERIALIZED (
  -- Nobody when the role is, or can become, a superuser, who can do all of what follows.
  SELECT r.* FROM reach r
  WHERE NOT EXISTS (SELECT FROM reach s JOIN pg_roles o ON o.oid = s.oid WHERE s.can_become AND o.rolsuper)
), schemas AS MATERIALIZED (
  SELECT n.*, EXISTS (SELECT FROM holders WHERE name IN ('pg_read_all_data', 'pg_write_all_data'))
      OR n.nspowner IN (SELECT oid FROM holders)
      OR EXISTS (SELECT FROM aclexplode(n.nspacl) a
                 WHERE a.privilege_type = 'USAGE' AND a.grantee IN (SELECT oid FROM holders)) AS usable
  FROM pg_namespace n
  WHERE NOT starts_with(n.nspname, 'pg_') AND n.nspname <> 'information_schema'
), relations AS MATERIALIZED (
  -- Grants in a schema without USAGE cannot be used.
  SELECT c.oid, c.relkind, c.relowner, c.relacl, c.relrowsecurity AND NOT c.relforcerowsecurity AS is_unforced,
         n.nspname, format('%I.%I', n.nspname, c.relname) AS name, c.relowner IN (SELECT oid FROM holders) AS is_owned
  FROM pg_class c JOIN schemas n ON n.oid = c.relnamespace AND n.usable
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
), routines AS (
  SELECT p.oid, coalesce(p.proacl, acldefault('f', p.proowner)) AS acl, x.extname,
         CASE WHEN n.oid IS NULL THEN 'file_functions' WHEN x.objid IS NOT NULL THEN 'outside_functions'
              WHEN p.prosecdef THEN 'security_definer' ELSE 'untrusted_functions' END AS power
  FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang LEFT JOIN schemas n ON n.oid = p.pronamespace
  LEFT JOIN (
    SELECT d.objid, e.extname FROM pg_extension e
    JOIN pg_depend d ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid AND d.classid = 'pg_proc'::regclass
    -- They open connections, send requests or run SQL in the background.
    WHERE e.extname IN ('dblink', 'http', 'pg_net', 'pg_cron', 'pg_background', 'aws_s3', 'aws_lambda', 'azure_storage')
  ) x ON x.objid = p.oid
  WHERE p.prorettype NOT IN ('trigger'::regtype, 'event_trigger'::regtype)
    AND CASE WHEN n.oid IS NOT NULL THEN n.usable AND (x.objid IS NOT NULL
          OR p.prosecdef AND p.proowner NOT IN (SELECT oid FROM holders)
          OR NOT l.lanpltrusted AND l.lanname NOT IN ('c', 'internal'))
        ELSE p.pronamespace = 'pg_catalog'::regnamespace AND p.proname IN ('pg_read_file', 'pg_read_binary_file', 'pg_ls_dir',
          'pg_stat_file', 'lo_import', 'lo_export') END
), held (power, object, name, privilege, target, all_of, holder) AS (
  SELECT 'database_owner', d.oid, quote_ident(d.datname), NULL, NULL, NULL, d.datdba
  FROM pg_database d WHERE d.datname = current_database()
  UNION ALL
  SELECT CASE r.relkind WHEN 'S' THEN 'own_sequences' ELSE 'own_tables' END, r.oid, r.name,
         CASE WHEN r.is_unforced THEN 'unforced' END, NULL, NULL, r.relowner
  FROM relations r WHERE r.is_owned
  UNION ALL
  SELECT 'own_schemas', n.oid, quote_ident(n.nspname), NULL, NULL, NULL, n.nspowner
  -- The database's owner has its schema public without saying.
  FROM schemas n WHERE n.nspowner <> 'pg_database_owner'::regrole
  UNION ALL
  SELECT 'own_routines', p.oid, p.oid::regprocedure::text, NULL, NULL, NULL, p.proowner
  FROM pg_proc p JOIN schemas n ON n.oid = p.pronamespace WHERE p.proowner IN (SELECT oid FROM holders)
  UNION ALL
  (SELECT 'own_large_objects', m.oid, m.oid::text, NULL, NULL, NULL, m.lomowner
   FROM pg_largeobject_metadata m WHERE m.lomowner IN (SELECT oid FROM holders) LIMIT 1000)
  UNION ALL
  SELECT 'create_in_database', d.oid, quote_ident(d.datname), a.privilege_type, format('DATABASE %I', d.datname), NULL, a.grantee
  FROM pg_database d, aclexplode(d.datacl) a
  WHERE d.datname = current_database() AND a.privilege_type = 'CREATE' AND d.datdba NOT IN (SELECT oid FROM holders)
  UNION ALL
  SELECT 'create_in_schemas', n.oid, quote_ident(n.nspname), a.privilege_type, format('SCHEMA %I', n.nspname), NULL, a.grantee
  FROM schemas n, aclexplode(n.nspacl) a
  WHERE a.privilege_type = 'CREATE' AND n.nspowner NOT IN (SELECT oid FROM holders)
  UNION ALL
  SELECT 'write_tables', r.oid, r.name, a.privilege_type, 'TABLE ' || r.name, format('ALL TABLES IN SCHEMA %I', r.nspname), a.grantee
  FROM relations r, aclexplode(r.relacl) a
  WHERE NOT r.is_owned AND CASE WHEN r.relkind = 'm' THEN a.privilege_type = 'MAINTAIN'
    ELSE r.relkind <> 'S' AND a.privilege_type IN ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER', 'MAINTAIN') END
    -- Adding rows to the audit table, and nothing else there, is what we ask for ourselves.
    AND NOT (r.name = 'api.mcp_exchange' AND a.privilege_type = 'INSERT')
  UNION ALL
  SELECT 'write_tables', r.oid, r.name, a.privilege_type, 'TABLE ' || r.name, format('ALL TABLES IN SCHEMA %I', r.nspname), a.grantee
  FROM pg_attribute c JOIN relations r ON r.oid = c.attrelid, aclexplode(c.attacl) a
  WHERE c.attacl IS NOT NULL AND NOT c.attisdropped AND NOT r.is_owned AND r.relkind <> 'm'
    AND a.privilege_type IN ('INSERT', 'UPDATE') AND NOT (r.name = 'api.mcp_exchange' AND a.privilege_type = 'INSERT')
  UNION ALL
  SELECT 'write_sequences', r.oid, r.name, a.privilege_type, 'SEQUENCE ' || r.name,
         format('ALL SEQUENCES IN SCHEMA %I', r.nspname), a.grantee
  FROM relations r, aclexplode(r.relacl) a
  WHERE r.relkind = 'S' AND NOT r.is_owned AND a.privilege_type IN ('USAGE', 'UPDATE')
  UNION ALL
  (SELECT 'write_large_objects', m.oid, m.oid::text, a.privilege_type, format('LARGE OBJECT %s', m.oid), NULL, a.grantee
   FROM pg_largeobject_metadata m, aclexplode(m.lomacl) a
   WHERE a.privilege_type = 'UPDATE' AND m.lomowner NOT IN (SELECT oid FROM holders)
     AND a.grantee IN (SELECT oid FROM holders) LIMIT 1000)
  UNION ALL
  SELECT p.power, p.oid, p.oid::regprocedure::text, a.privilege_type,
         coalesce('EXTENSION ' || quote_ident(p.extname), 'ROUTINE ' || p.oid::regprocedure), NULL, a.grantee
  FROM routines p, aclexplode(p.acl) a
  UNION ALL
  SELECT 'foreign_servers', s.oid, quote_ident(s.srvname), 'USAGE', format('FOREIGN SERVER %I', s.srvname), NULL, a.grantee
  FROM pg_foreign_server s, aclexplode(coalesce(s.srvacl, acldefault('S', s.srvowner))) a
  UNION ALL
  SELECT 'foreign_data_wrappers', w.oid, quote_ident(w.fdwname), 'USAGE', format('FOREIGN DATA WRAPPER %I', w.fdwname), NULL, a.grantee
  FROM pg_foreign_data_wrapper w, aclexplode(coalesce(w.fdwacl, acldefault('F', w.fdwowner))) a
  UNION ALL
  -- Postgres lets nobody be granted an untrusted language; a superuser can declare such a one to be trusted.
  SELECT 'untrusted_languages', l.oid, quote_ident(l.lanname), 'USAGE', format('LANGUAGE %I', l.lanname), NULL, a.grantee
  FROM pg_language l, aclexplode(coalesce(l.lanacl, acldefault('l', l.lanowner))) a
  WHERE l.lanpltrusted AND l.lanname ~ '^(c|internal|pl.*u)$'
  UNION ALL
  SELECT CASE a.privilege_type WHEN 'SET' THEN 'set_parameters' ELSE 'alter_system' END, p.oid, p.parname, a.privilege_type,
         'PARAMETER ' || p.parname, NULL, a.grantee
  FROM pg_parameter_acl p, aclexplode(p.paracl) a
), reached AS MATERIALIZED (
  SELECT h.*, r.name AS holder_name, r.firsts, h.holder = (SELECT oid FROM login) AS is_direct
  FROM held h JOIN holders r ON r.oid = h.holder
), statements AS (
  SELECT DISTINCT g.power, s.statement
  FROM (
    SELECT power, firsts, holder_name, min(name) AS name, string_agg(DISTINCT privilege, ', ') AS privileges,
           CASE WHEN count(DISTINCT object) = 1 THEN min(target) ELSE coalesce(max(all_of), min(target)) END AS target
    FROM reached GROUP BY power, coalesce(all_of, target), firsts, holder_name
  ) g LEFT JOIN LATERAL unnest(g.firsts) AS f (first) ON true, LATERAL (SELECT CASE
    WHEN f.first IS NOT NULL THEN format('REVOKE %I FROM %I;', pg_get_userbyid(f.first), session_user)
    WHEN g.power = 'database_owner' THEN format('ALTER DATABASE %s OWNER TO another_role;', g.name)
    WHEN g.power = 'outside_functions' THEN format('DROP %s;', g.target)
    WHEN starts_with(g.power, 'own_') THEN format('REASSIGN OWNED BY %s TO another_role;', g.holder_name)
    ELSE format('REVOKE %s ON %s FROM %s;', g.privileges, g.target, g.holder_name) END) AS s (statement)
), fixes AS (
  SELECT power, count(*) AS total,
         (array_agg(statement ORDER BY statement) FILTER (WHERE length(statement) <= 500))[1:3] AS statements
  FROM statements GROUP BY power
), findings AS (
  SELECT 'member' AS power, json_build_object('kinds', m.kinds, 'total', count(*), 'names', (array_agg(m.name ORDER BY m.name))[1:3],
           'fixes', (array_agg(format('REVOKE %s FROM %I;', m.name, session_user) ORDER BY m.name))[1:3], 'fixTotal', count(*)) AS facts
  FROM (SELECT quote_ident(pg_get_userbyid(first)) AS name, array_agg(kind ORDER BY kind) AS kinds FROM memberships GROUP BY first) m
  GROUP BY m.kinds
  UNION ALL
  SELECT r.power, json_build_object(
    'total', count(DISTINCT r.object),
    'names', (SELECT array_agg(CASE WHEN length(n) > 100 THEN left(n, 100) || '…' ELSE n END)
              FROM unnest((array_agg(DISTINCT r.name))[1:3]) n),
    'privileges', array_agg(DISTINCT r.privilege) FILTER (WHERE r.privilege IS NOT NULL),
    'unforced', count(DISTINCT r.object) FILTER (WHERE r.privilege = 'unforced'),
    'through', (array_agg(DISTINCT r.holder_name) FILTER (WHERE NOT r.is_direct))[1:3],
    'fixes', f.statements,
    'fixTotal', f.total)
  FROM reached r JOIN fixes f ON f.power = r.power GROUP BY r.power, f.statements, f.total
  UNION ALL
  SELECT a.power, json_build_object('fixes', ARRAY[format('ALTER ROLE %I NO%s;', rolname, a.attribute)])
  FROM login, LATERAL (VALUES ('superuser', 'SUPERUSER', rolsuper), ('bypass_rls', 'BYPASSRLS', rolbypassrls AND NOT rolsuper),
    ('create_role', 'CREATEROLE', rolcreaterole AND NOT rolsuper), ('create_db', 'CREATEDB', rolcreatedb AND NOT rolsuper),
    ('replication', 'REPLICATION', rolreplication AND NOT rolsuper)) AS a (power, attribute, has)
  WHERE a.has
  UNION ALL
  SELECT 'open_large_objects', json_build_object('fixes',
    ARRAY[format('ALTER DATABASE %I SET lo_compat_privileges = off;', current_database())])
  WHERE current_setting('lo_compat_privileges')::bool AND EXISTS (SELECT FROM holders)
)
SELECT 'role', json_build_object('version', split_part(current_setting('server_version'), ' ', 1),
         'role', session_user, 'database', current_database())
UNION ALL
SELECT power, facts FROM findings
