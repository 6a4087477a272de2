import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Of the server that stands in for providers of models. */
    modelServer: string;
  }
}

/** What the model server is to answer. */
export interface ModelAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Instead of a body in JSON. */
  readonly text?: string;
  /**
   * `silent` never answers, `stalled` stops within its answer, `broken` hangs up, `endless` never stops, `swelling` is
   * much larger than it seems.
   */
  readonly manner?: "silent" | "stalled" | "broken" | "endless" | "swelling";
}

/** What the model server was sent. */
export interface ModelRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests assert the shape of whatever was sent
  readonly body: any;
}

export interface ModelRecord {
  readonly requests: readonly ModelRequest[];
  readonly abandoned: number;
}

export interface ModelScript {
  readonly id: string;
  /** Where to ask. */
  readonly url: string;
  /** Begins anew, with other answers. */
  restart(...answers: readonly ModelAnswer[]): Promise<void>;
  requests(): Promise<readonly ModelRequest[]>;
  /** How many did not wait for their answer. */
  abandoned(): Promise<number>;
}

/** Tells the model server what to answer; the last answer is given again and again. */
export async function scriptModel(...answers: readonly ModelAnswer[]): Promise<ModelScript> {
  const server = inject("modelServer");
  const id = crypto.randomUUID();
  const restart = async (...anew: readonly ModelAnswer[]): Promise<void> => {
    await fetch(`${server}/script/${id}`, { method: "PUT", body: JSON.stringify(anew) });
  };
  await restart(...answers);
  const read = async (): Promise<ModelRecord> => (await fetch(`${server}/script/${id}`)).json() as Promise<ModelRecord>;
  return {
    id,
    url: `${server}/s/${id}`,
    restart,
    requests: async () => (await read()).requests,
    abandoned: async () => (await read()).abandoned,
  };
}
