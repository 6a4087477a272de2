// Workers forbid generating code inside a request, so each tool's schema becomes a function here.
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import standaloneModule from "ajv/dist/standalone/index.js";
import { build } from "esbuild";
import type { Tool } from "../src/tools/define-tool.ts";
import { loadTools } from "./load-tools.ts";
import { writeGenerated } from "./write-generated.ts";

// A CommonJS module: Node hands over its exports object, the types describe what is inside.
const standalone = (standaloneModule as unknown as { default: typeof standaloneModule }).default;

const root = new URL("../", import.meta.url);

async function compileValidators(tools: readonly Tool[]): Promise<string> {
  const ajv = new Ajv2020({ allErrors: true, strict: true, code: { source: true, esm: true } });
  const names = Object.fromEntries(tools.map((tool) => [`validate_${tool.name}`, tool.name]));
  // Copied, because ajv writes a schema shared by two tools twice under one name.
  for (const tool of tools) ajv.addSchema({ ...tool.input }, tool.name);
  const table = tools.map((tool) => `${JSON.stringify(tool.name)}: validate_${tool.name}`).join(", ");
  const source = `${standalone(ajv, names)}\nexport const validators = { ${table} };\n`;
  const bundle = await build({
    stdin: { contents: source, resolveDir: fileURLToPath(root) },
    bundle: true,
    write: false,
    format: "esm",
  });
  return bundle.outputFiles[0]?.text ?? "";
}

const types = `interface ValidationError {
  readonly instancePath: string;
  readonly message?: string;
  readonly params: {
    readonly additionalProperty?: string;
    readonly missingProperty?: string;
    readonly allowedValues?: readonly string[];
  };
}
export const validators: Record<string, { (value: unknown): boolean; errors?: ValidationError[] | null } | undefined>;
`;

await writeGenerated("validators.js", await compileValidators(await loadTools()));
await writeGenerated("validators.d.ts", types);
