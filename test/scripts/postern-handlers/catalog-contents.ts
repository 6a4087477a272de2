import type pg from "pg";
import { ask } from "../handler-database.ts";

/** Every relation, function, type, schema, policy and constraint with its identity, to find anything that stayed. */
export const catalogContents = (client: pg.Client): Promise<string> =>
  ask(
    client,
    `SELECT string_agg(line, E'\\n' ORDER BY line) FROM (
       SELECT 'relation ' || oid || ' ' || relname FROM pg_class
       UNION ALL SELECT 'function ' || oid || ' ' || proname || md5(prosrc) FROM pg_proc
       UNION ALL SELECT 'type ' || oid || ' ' || typname FROM pg_type
       UNION ALL SELECT 'schema ' || oid || ' ' || nspname FROM pg_namespace
       UNION ALL SELECT 'policy ' || oid || ' ' || polname FROM pg_policy
       UNION ALL SELECT 'constraint ' || oid || ' ' || conname FROM pg_constraint
       UNION ALL SELECT 'default privileges ' || oid FROM pg_default_acl
     ) AS found (line)`,
  );
