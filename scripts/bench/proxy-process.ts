// The Neon proxy in a process of its own, so that it shares no event loop with the load generator.
import { startNeonProxy } from "../local/neon-proxy.ts";

const proxy = await startNeonProxy({ limits: { maxPoolSize: 32 } });
process.send?.(proxy.address);
// Also when the bench was killed and could not say goodbye.
process.once("disconnect", () => void proxy.close());
