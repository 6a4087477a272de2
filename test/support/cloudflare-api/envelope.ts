/** What a handler answers; the server writes it in Cloudflare's envelope. */
export interface Answer {
  readonly status: number;
  readonly body: {
    readonly success: boolean;
    readonly errors: readonly { readonly code: number; readonly message: string }[];
    readonly messages: readonly string[];
    readonly result: unknown;
    readonly result_info?: object;
  };
  readonly headers?: Readonly<Record<string, string>>;
}

export const succeed = (result: unknown, info?: object): Answer => ({
  status: 200,
  body: { success: true, errors: [], messages: [], result, ...(info === undefined ? {} : { result_info: info }) },
});

export const fail = (status: number, code: number, message: string, headers = {}): Answer => ({
  status,
  headers,
  body: { success: false, errors: [{ code, message }], messages: [], result: null },
});

/** One page of a list, told as Cloudflare tells it. */
export function page(items: readonly unknown[], query: URLSearchParams): Answer {
  const perPage = Number(query.get("per_page") ?? 20);
  const number = Number(query.get("page") ?? 1);
  const shown = items.slice((number - 1) * perPage, number * perPage);
  return succeed(shown, { page: number, per_page: perPage, count: shown.length, total_count: items.length });
}

export const workerMissing = (): Answer => fail(404, 10007, "This Worker does not exist on your account.");
