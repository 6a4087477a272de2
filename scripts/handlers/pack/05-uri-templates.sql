-- URI templates of resources: RFC 6570 level 1, that is {name} and nothing else.

-- What is wrong with a template, or NULL.
CREATE OR REPLACE FUNCTION api.uri_template_problem(p_template text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN p_template !~ '^[a-zA-Z][a-zA-Z0-9+.-]*:' THEN 'uriTemplate must start with a scheme such as postgres:'
  WHEN length(p_template) > 1000 THEN 'uriTemplate is longer than 1000 characters'
  WHEN p_template !~ '^[!-~]+$' OR p_template ~ '["<>\\^`|]'
    THEN 'uriTemplate may hold only characters of a URI; percent-encode others'
  WHEN regexp_replace(p_template, '\{[a-zA-Z_][a-zA-Z0-9_]*\}', '', 'g') ~ '[{}]'
    THEN 'uriTemplate may hold only expressions of the form {name} (RFC 6570, level 1)'
  WHEN p_template ~ '\}\{' THEN 'uriTemplate needs something between two expressions'
  WHEN (SELECT count(*) <> count(DISTINCT found[1]) FROM regexp_matches(p_template, '\{(\w+)\}', 'g') AS found)
    THEN 'uriTemplate uses a name twice'
END;

-- A value never spans a path segment: level 1 encodes the delimiters.
CREATE OR REPLACE FUNCTION api.uri_pattern(p_template text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN '^' || regexp_replace(
  regexp_replace(p_template, '([^a-zA-Z0-9_{}])', '\\\1', 'g'), '\{\w+\}', '([^/?#]+)', 'g') || '$';

CREATE OR REPLACE FUNCTION api.percent_decode(p_text text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT convert_from(string_agg(
    CASE WHEN piece[1] ~ '^%..' THEN decode(substr(piece[1], 2), 'hex') ELSE convert_to(piece[1], 'UTF8') END,
    ''::bytea ORDER BY at), 'UTF8')
  FROM regexp_matches(p_text, '(%[0-9A-Fa-f]{2}|[^%]+|%)', 'g') WITH ORDINALITY AS pieces (piece, at));

CREATE OR REPLACE FUNCTION api.mcp_uri_variables(uri_template text, uri text) RETURNS jsonb
LANGUAGE sql STABLE PARALLEL SAFE
RETURN (
  SELECT coalesce(jsonb_object_agg(name[1], api.percent_decode(found[at])), '{}')
  FROM regexp_match(uri, api.uri_pattern(uri_template)) AS found
  CROSS JOIN regexp_matches(uri_template, '\{(\w+)\}', 'g') WITH ORDINALITY AS names (name, at)
  WHERE found IS NOT NULL);
COMMENT ON FUNCTION api.mcp_uri_variables(text, text) IS
  'The decoded values that a URI gives to the names in a template; {} when the URI does not match';
