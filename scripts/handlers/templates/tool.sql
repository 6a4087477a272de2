-- {{name}}: a tool, which an assistant calls by its name with arguments. Change it into your own, then:
--   npm run postern -- handlers test <this file>     tries it; nothing stays in the database
--   npm run postern -- handlers apply <this file>    registers it, or replaces what has the same id

-- A table to try it on. Your own is probably there already: then take this statement out.
CREATE TABLE IF NOT EXISTS example_reading (
  place text NOT NULL,
  taken_at timestamptz NOT NULL,
  celsius numeric NOT NULL,
  PRIMARY KEY (place, taken_at)
);

-- The description is all an assistant knows: say what the tool answers and when to use it.
-- readOnly: it runs in a READ ONLY transaction. Leave it out for a tool that writes; its tokens need the scope write.
-- requiresAuth is true unless you say otherwise: nobody calls it without an identity.
SELECT api.create_or_replace_mcp_handler($metadata${
  "id": "{{id}}",
  "type": "tool",
  "name": "{{name}}",
  "title": "Latest weather reading",
  "description": "The newest temperature measured at a place. Use it for questions about the weather now.",
  "inputSchema": {
    "type": "object",
    "properties": {"place": {"type": "string", "description": "Name of the place, such as Bergen"}},
    "required": ["place"],
    "additionalProperties": false
  },
  "outputSchema": {
    "type": "object",
    "properties": {"place": {"type": "string"}, "celsius": {"type": "number"}, "takenAt": {"type": "string"}},
    "required": ["place", "celsius", "takenAt"]
  },
  "readOnly": true,
  "tags": ["weather"]
}$metadata$, $body$
DECLARE
  v_place text := (request).arguments ->> 'place';
  v_reading jsonb;
BEGIN
  -- It runs with the caller's rights: grants and row level security decide which rows there are.
  SELECT jsonb_build_object('place', r.place, 'celsius', r.celsius, 'takenAt', r.taken_at) INTO v_reading
  FROM example_reading r WHERE r.place = v_place ORDER BY r.taken_at DESC LIMIT 1;
  IF v_reading IS NULL THEN
    -- A mistake of the caller's, told so that an assistant can do better.
    RETURN api.mcp_tool_error(format('There is no reading for %s.', v_place), (request).request_id);
  END IF;
  RETURN api.mcp_tool_result(jsonb_build_array(api.mcp_text(v_reading::text)), (request).request_id, false, v_reading);
END;
$body$);

-- Let the role of your connection read the table:
-- GRANT SELECT ON example_reading TO postern_reader;

-- What "handlers test" does. given: runs in the test only; as: says who calls; expect: must be in the answer.
-- given: INSERT INTO example_reading VALUES
--   ('Bergen', '2026-11-18 06:00Z', 4), ('Bergen', '2026-11-18 12:00Z', 8.5);

-- call: tools/call {"name": "{{name}}", "arguments": {"place": "Bergen"}}
-- as: demo|ada
-- expect: {"result": {"isError": false, "structuredContent": {"place": "Bergen", "celsius": 8.5}}}

-- call: tools/call {"name": "{{name}}", "arguments": {"place": "Atlantis"}}
-- as: demo|ada
-- expect: {"result": {"isError": true}}
