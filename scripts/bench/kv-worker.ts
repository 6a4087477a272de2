/** What a KV namespace is made of in workerd: a service that speaks KV's HTTP. This one keeps the records in memory. */
const records = new Map<string, string>();

function list(prefix: string): Response {
  const keys = [...records.keys()].filter((name) => name.startsWith(prefix)).toSorted();
  return Response.json({ keys: keys.map((name) => ({ name })), list_complete: true });
}

/** Values of JSON records come as JSON, absent ones as null. */
async function readMany(request: Request): Promise<Response> {
  const { keys } = (await request.json()) as { keys: string[] };
  const found = keys.map((key) => [key, JSON.parse(records.get(key) ?? "null") as unknown]);
  return Response.json(Object.fromEntries(found));
}

export const kvWorker = {
  async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const key = decodeURIComponent(pathname.slice(1));
    if (key === "bulk/get") return await readMany(request);
    if (key === "") return list(searchParams.get("prefix") ?? "");
    if (request.method === "PUT") records.set(key, await request.text());
    if (request.method === "DELETE") records.delete(key);
    if (request.method !== "GET") return new Response();
    const value = records.get(key);
    return value === undefined ? new Response(null, { status: 404 }) : new Response(value);
  },
};
