import { app } from "./http/app.ts";

export default app;
