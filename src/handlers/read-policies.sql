-- What transaction each of these requests asks for, in their order.
SELECT p.transaction_isolation, p.transaction_read_only, p.transaction_deferrable
FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS asked (request, place),
  LATERAL api.mcp_request_policy(asked.request, NULL) p
ORDER BY asked.place
