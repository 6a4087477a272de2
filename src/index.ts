import { createApp } from "./http/app.ts";
import { mcpRoute } from "./http/mcp-route.ts";

export default createApp(mcpRoute);
