import { etag } from "hono/etag";
import { secureHeaders } from "hono/secure-headers";

/** For what browsers are served, beside each answer's own content policy: revalidated, unframed, and cut off from others. */
export const pageHeaders = [
  secureHeaders({
    xFrameOptions: "DENY",
    // Of this name only: its subdomains may be somebody else's.
    strictTransportSecurity: "max-age=31536000",
    permissionsPolicy: {
      clipboardWrite: ["self"],
      camera: [],
      displayCapture: [],
      geolocation: [],
      microphone: [],
      payment: [],
      usb: [],
    },
  }),
  etag(),
] as const;

/** For files that load nothing. */
export const bareContentPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
