-- Who is calling, as handlers and row level security see it: auth.user_id, auth.tenant_id and auth.user_email.

CREATE OR REPLACE FUNCTION api.current_user_id() RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(current_setting('auth.user_id', true), '');
COMMENT ON FUNCTION api.current_user_id() IS 'The caller as provider|subject, or NULL when nobody is signed in';

-- What is wrong with a context, or NULL.
CREATE OR REPLACE FUNCTION api.context_problem(p_context jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN coalesce(jsonb_typeof(p_context), 'null') = 'null' THEN NULL
  WHEN jsonb_typeof(p_context) <> 'object' THEN 'context must be an object'
  WHEN EXISTS (SELECT FROM jsonb_each(p_context)
    WHERE key IN ('user_id', 'tenant_id', 'user_email') AND jsonb_typeof(value) NOT IN ('string', 'number', 'null'))
    THEN 'user_id, tenant_id and user_email must be strings'
  WHEN p_context ->> 'user_id' <> '' AND strpos(p_context ->> 'user_id', '|') = 0
    THEN 'user_id must have the form provider|subject'
END;

-- Always sets all three, so that nothing of an earlier caller is left; a context with a problem leaves nobody.
CREATE OR REPLACE FUNCTION api.apply_context(p_context jsonb) RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_problem text := api.context_problem(p_context);
  v_context jsonb := CASE WHEN v_problem IS NULL AND jsonb_typeof(p_context) = 'object' THEN p_context ELSE '{}' END;
BEGIN
  PERFORM set_config('auth.user_id', coalesce(v_context ->> 'user_id', ''), true),
    set_config('auth.tenant_id', coalesce(v_context ->> 'tenant_id', ''), true),
    set_config('auth.user_email', coalesce(v_context ->> 'user_email', ''), true);
  RETURN v_problem;
END
$$;
