-- Examples: what a role sees of the database. They show nothing the role may not read, and need no signed-in user. Their
-- ids are those under which guides of this API register handlers of these names, so that such a one replaces the example.

-- Registers an example that is new in this version, or still as some version delivered it: one that was dropped or
-- made the user's own is left alone.
CREATE OR REPLACE FUNCTION api.offer_example(p_since integer, p_metadata jsonb, p_body text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_id uuid := p_metadata ->> 'id';
  v_installed integer := 0;
BEGIN
  IF to_regprocedure('api.postern_pack_version()') IS NOT NULL THEN
    EXECUTE 'SELECT api.postern_pack_version()' INTO v_installed;
  END IF;
  IF EXISTS (SELECT FROM api.handler WHERE (id = v_id OR name = p_metadata ->> 'name') AND NOT (id = v_id AND from_pack))
    OR v_installed >= p_since AND NOT EXISTS (SELECT FROM api.handler WHERE id = v_id) THEN
    RETURN;
  END IF;
  PERFORM api.create_or_replace_mcp_handler(p_metadata, p_body);
  UPDATE api.handler SET from_pack = true WHERE id = v_id;
END
$$;

SELECT api.offer_example(1, $metadata${
  "id": "e3000001-0001-4000-8000-000000000001", "type": "tool", "name": "database_info", "title": "Database info",
  "description": "Name, version, size and time of this database, and the role it is read with.",
  "inputSchema": {"type": "object", "properties": {}, "additionalProperties": false},
  "outputSchema": {"type": "object", "properties": {
    "database": {"type": "string"}, "version": {"type": "string"}, "role": {"type": "string"},
    "encoding": {"type": "string"}, "timeZone": {"type": "string"}, "sizeBytes": {"type": ["string", "null"]},
    "now": {"type": "string"}}, "required": ["database", "version", "role"]},
  "requiresAuth": false, "readOnly": true, "tags": ["catalog"]
}$metadata$, $body$
DECLARE
  v_info jsonb := jsonb_build_object(
    'database', current_database(),
    'version', current_setting('server_version'),
    'role', current_user,
    'encoding', current_setting('server_encoding'),
    'timeZone', current_setting('TimeZone'),
    -- Only who may connect may ask for the size. As text, since it may exceed what a JSON number holds.
    'sizeBytes', CASE WHEN has_database_privilege(current_database(), 'CONNECT')
      THEN pg_database_size(current_database())::text END,
    'now', now());
BEGIN
  RETURN api.mcp_tool_result(jsonb_build_array(api.mcp_text(v_info::text)), (request).request_id, false, v_info);
END;
$body$);

SELECT api.offer_example(1, $metadata${
  "id": "e3000001-0001-4000-8000-000000000002", "type": "tool", "name": "list_tables", "title": "List tables",
  "description": "Tables and views of a schema with estimated row counts and comments. Only what the role may read.",
  "inputSchema": {"type": "object", "properties": {
    "schema": {"type": "string", "description": "Schema name", "default": "public"}}, "additionalProperties": false},
  "outputSchema": {"type": "object", "properties": {"schema": {"type": "string"}, "tables": {"type": "array", "items": {
    "type": "object", "properties": {
      "name": {"type": "string"}, "kind": {"type": "string"}, "estimatedRows": {"type": ["integer", "null"]},
      "comment": {"type": ["string", "null"]}}, "required": ["name", "kind"]}}}, "required": ["schema", "tables"]},
  "requiresAuth": false, "readOnly": true, "tags": ["catalog"]
}$metadata$, $body$
DECLARE
  v_schema text := coalesce((request).arguments ->> 'schema', 'public');
  v_tables jsonb;
BEGIN
  SELECT jsonb_agg(jsonb_build_object(
    'name', c.relname,
    'kind', CASE c.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'f' THEN 'foreign table' ELSE 'table' END,
    -- Unknown until the table was analyzed; a view has no count of its own.
    'estimatedRows', CASE WHEN c.relkind <> 'v' AND c.reltuples >= 0 THEN c.reltuples::bigint END,
    'comment', obj_description(c.oid, 'pg_class')) ORDER BY c.relname)
  INTO v_tables
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = v_schema AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
    AND has_schema_privilege(n.oid, 'USAGE')
    AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'));
  v_tables := jsonb_build_object('schema', v_schema, 'tables', coalesce(v_tables, '[]'));
  RETURN api.mcp_tool_result(jsonb_build_array(api.mcp_text(v_tables::text)), (request).request_id, false, v_tables);
END;
$body$);

SELECT api.offer_example(1, $metadata${
  "id": "e3000001-0001-4000-8000-000000000003", "type": "tool", "name": "describe_table", "title": "Describe table",
  "description": "Columns of a table or view (type, nullability, default, comment) and its keys.",
  "inputSchema": {"type": "object", "properties": {
    "table": {"type": "string", "description": "Table name"},
    "schema": {"type": "string", "description": "Schema name", "default": "public"}},
    "required": ["table"], "additionalProperties": false},
  "outputSchema": {"type": "object", "properties": {
    "schema": {"type": "string"}, "table": {"type": "string"}, "columns": {"type": "array", "items": {"type": "object"}},
    "keys": {"type": "array", "items": {"type": "string"}}}, "required": ["schema", "table", "columns"]},
  "requiresAuth": false, "readOnly": true, "tags": ["catalog"]
}$metadata$, $body$
DECLARE
  v_schema text := coalesce((request).arguments ->> 'schema', 'public');
  v_table text := (request).arguments ->> 'table';
  v_oid oid;
  v_columns jsonb;
  v_keys jsonb;
  v_result jsonb;
BEGIN
  SELECT c.oid INTO v_oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = v_schema AND c.relname = v_table AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
    AND has_schema_privilege(n.oid, 'USAGE')
    AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'));
  IF NOT FOUND THEN
    RETURN api.mcp_tool_error(format('Table not found: %s.%s', v_schema, v_table), (request).request_id);
  END IF;
  SELECT jsonb_agg(jsonb_build_object(
    'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'nullable', NOT a.attnotnull,
    'default', pg_get_expr(d.adbin, d.adrelid), 'comment', col_description(a.attrelid, a.attnum)) ORDER BY a.attnum)
  INTO v_columns
  FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE a.attrelid = v_oid AND a.attnum > 0 AND NOT a.attisdropped
    AND has_column_privilege(v_oid, a.attnum, 'SELECT');
  SELECT jsonb_agg(pg_get_constraintdef(k.oid) ORDER BY k.contype DESC, k.conname) INTO v_keys
  FROM pg_constraint k WHERE k.conrelid = v_oid AND k.contype IN ('p', 'u', 'f');
  v_result := jsonb_build_object('schema', v_schema, 'table', v_table, 'columns', coalesce(v_columns, '[]'),
    'keys', coalesce(v_keys, '[]'));
  RETURN api.mcp_tool_result(jsonb_build_array(api.mcp_text(v_result::text)), (request).request_id, false, v_result);
END;
$body$);

SELECT api.offer_example(1, $metadata${
  "id": "e3000001-0002-4000-8000-000000000001", "type": "resource", "name": "table_schema", "title": "Table schema",
  "description": "The columns of one table or view.",
  "uriTemplate": "postgres:///{schema}/{table}", "mimeType": "application/json",
  "requiresAuth": false, "readOnly": true, "tags": ["catalog"]
}$metadata$, $body$
DECLARE
  v_names jsonb := api.mcp_uri_variables('postgres:///{schema}/{table}', (request).uri);
  v_columns jsonb;
BEGIN
  SELECT jsonb_agg(jsonb_build_object(
    'column_name', c.column_name, 'data_type', c.data_type, 'is_nullable', c.is_nullable) ORDER BY c.ordinal_position)
  INTO v_columns
  FROM information_schema.columns c
  WHERE c.table_schema = v_names ->> 'schema' AND c.table_name = v_names ->> 'table';
  IF v_columns IS NULL THEN
    RETURN api.mcp_error(-32602, 'Resource not found: ' || (request).uri, (request).request_id);
  END IF;
  RETURN api.mcp_resource_result(jsonb_build_array(jsonb_build_object(
    'uri', (request).uri, 'mimeType', 'application/json', 'text', v_columns::text)), (request).request_id);
END;
$body$);

SELECT api.offer_example(1, $metadata${
  "id": "e3000001-0003-4000-8000-000000000001", "type": "prompt", "name": "sql_assistant", "title": "SQL assistant",
  "description": "Start a conversation about one query for this database.",
  "arguments": [
    {"name": "task", "description": "What the query should find out", "required": true},
    {"name": "tables", "description": "Tables to use, if you know them", "required": false}],
  "requiresAuth": false, "readOnly": true, "tags": ["catalog"]
}$metadata$, $body$
DECLARE
  v_tables text := nullif((request).arguments ->> 'tables', '');
BEGIN
  RETURN api.mcp_prompt_result(jsonb_build_array(jsonb_build_object('role', 'user', 'content', api.mcp_text(format(
    'Write one read-only query for PostgreSQL %s, database %s. Task: %s. %s Look the columns up before you use them, '
      'name every column you return, and say what you assumed.',
    current_setting('server_version'), current_database(), (request).arguments ->> 'task',
    CASE WHEN v_tables IS NULL THEN 'Find the tables that hold the answer first.'
      ELSE format('Use these tables: %s.', v_tables) END)))), (request).request_id);
END;
$body$);
