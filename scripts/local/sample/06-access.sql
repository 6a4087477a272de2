-- The reader's rights are the real guard; the read-only default only gives the clearer error.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'postern_reader') THEN
    CREATE ROLE postern_reader LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOINHERIT NOBYPASSRLS;
  END IF;
END
$$;
ALTER ROLE postern_reader SET default_transaction_read_only = on;

REVOKE ALL ON DATABASE shop FROM PUBLIC;
GRANT CONNECT ON DATABASE shop TO postern_reader;
GRANT USAGE ON SCHEMA shop, content TO postern_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA shop, content TO postern_reader;
ALTER DATABASE shop SET search_path = shop, content, public;
ANALYZE;
