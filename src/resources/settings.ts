import { readSettings } from "../catalog/settings.ts";
import { defineResource } from "./define-resource.ts";

export const settings = defineResource({
  uri: "pg://settings",
  name: "settings",
  title: "PostgreSQL settings",
  description: "Every setting of the server with its value, unit, range and source; secrets are masked.",
  mimeType: "application/json",
  async read(context) {
    const list = await readSettings(context.database().read);
    return {
      setting_count: list.length,
      settings: list,
      description:
        "PostgreSQL settings visible to this role. default_value and reset_value are left out where they equal current_value. Settings with source session are Postern's own for this call. *** hides what could be a secret or lead to one.",
    };
  },
});
