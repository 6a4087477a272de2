import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";

const FIRST_RELEASE = "2024-11-05";

/** The protocol's revisions that are served, newest first; the SDK counts the one without `initialize` apart. */
export const revisions: readonly string[] = [
  "2026-07-28",
  ...SUPPORTED_PROTOCOL_VERSIONS.filter((revision) => revision >= FIRST_RELEASE),
];
