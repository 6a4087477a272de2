/** What MCP admits for tools; clients forward other names as tool names as well. */
export const handlerName = /^[A-Za-z][A-Za-z0-9_.-]{0,127}$/;
