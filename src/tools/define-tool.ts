import type { RequestContext } from "../context.ts";
import type { Scope } from "../tenants/records.ts";
import type { Infer, ObjectSchema } from "./json-schema.ts";

/** All four hints, always: an unset hint is read as the worst case by some clients and as the best by others. */
interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export const readOnly: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

export interface ToolAnswer {
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
}

interface ToolDefinition<Input extends ObjectSchema> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly scope: Scope;
  readonly input: Input;
  readonly output: ObjectSchema;
  readonly annotations: ToolAnnotations;
  run(context: RequestContext, args: Infer<Input>): Promise<ToolAnswer>;
}

/** A tool as the registry holds it: arguments are validated against `input` before `run`. */
export interface Tool extends Omit<ToolDefinition<ObjectSchema>, "run"> {
  run(context: RequestContext, args: unknown): Promise<ToolAnswer>;
}

export function defineTool<const Input extends ObjectSchema>(definition: ToolDefinition<Input>): Tool {
  return { ...definition, run: (context, args) => definition.run(context, args as Infer<Input>) };
}
