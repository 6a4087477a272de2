import { expect, test } from "vitest";
import { modelSettings } from "../../scripts/local/model-settings.ts";

test("takes the settings of models from the environment, and nothing else", () => {
  const environment = {
    PATH: "/bin",
    EMBEDDING_PROVIDER: "openai",
    EMBEDDING_KEY: "k",
    TEXT_PROVIDER: "",
    TEXTURE: "x",
  };
  expect(modelSettings(environment)).toEqual({ EMBEDDING_PROVIDER: "openai", EMBEDDING_KEY: "k" });
});
