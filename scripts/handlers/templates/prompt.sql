-- {{name}}: a prompt, which a person picks to begin a conversation. Change it into your own, then:
--   npm run postern -- handlers test <this file>     tries it; nothing stays in the database
--   npm run postern -- handlers apply <this file>    registers it, or replaces what has the same id

-- Arguments of a prompt are always text. One that is required and missing is refused before the body runs.
SELECT api.create_or_replace_mcp_handler($metadata${
  "id": "{{id}}",
  "type": "prompt",
  "name": "{{name}}",
  "title": "Weekly report",
  "description": "Start a report on one week of business, from the tables of this database.",
  "arguments": [
    {"name": "topic", "description": "What the report is about, such as sales", "required": true},
    {"name": "week", "description": "A day in that week; last week when left out", "required": false}
  ],
  "readOnly": true,
  "tags": ["reports"]
}$metadata$, $body$
DECLARE
  v_day date := coalesce(nullif((request).arguments ->> 'week', '')::date, current_date - 7);
  v_monday date := date_trunc('week', v_day)::date;
BEGIN
  RETURN api.mcp_prompt_result(jsonb_build_array(jsonb_build_object('role', 'user', 'content', api.mcp_text(format(
    'Write a report on %s from %s to %s. Find the tables that hold it, query them, and show totals beside those of the '
      'week before. Say what the data cannot tell.',
    (request).arguments ->> 'topic', v_monday, v_monday + 6)))), (request).request_id);
END;
$body$);

-- What "handlers test" does. as: says who calls; expect: must be in the answer.
-- call: prompts/get {"name": "{{name}}", "arguments": {"topic": "sales", "week": "2026-11-18"}}
-- as: demo|ada
-- expect: {"result": {"messages": [{"role": "user"}]}}

-- call: prompts/get {"name": "{{name}}"}
-- as: demo|ada
-- expect: {"error": {"code": -32602}}
