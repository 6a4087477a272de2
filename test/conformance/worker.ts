import { createApp } from "../../src/http/app.ts";
import { fixtureRoute } from "./fixture-route.ts";

// oxlint-disable-next-line import/no-default-export -- the runtime looks for a Worker's handlers there
export default createApp(fixtureRoute);
