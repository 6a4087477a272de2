-- What transaction each of these requests asks for, in their order; a row for each, whatever the API answers.
SELECT p.transaction_isolation, p.transaction_read_only, p.transaction_deferrable
FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS asked (request, place)
LEFT JOIN LATERAL (SELECT * FROM api.mcp_request_policy(asked.request, NULL) LIMIT 1) p ON true
ORDER BY asked.place
