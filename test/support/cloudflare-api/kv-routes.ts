import { fail, page, succeed } from "./envelope.ts";
import { readJson, route } from "./route.ts";
import { type Namespace, newId } from "./state.ts";

const NAMESPACES = "/accounts/:account/storage/kv/namespaces";
const show = ({ id, title }: Namespace): object => ({ id, title, supports_url_encoding: true });
const missing = () => fail(404, 10013, "namespace not found");

/** Namespaces of KV; their titles are unique. What is in them belongs to the Workers. */
export const kvRoutes = [
  route(`GET ${NAMESPACES}`, ({ state, query }) => {
    const sorted = state.namespaces.toSorted((a, b) => a.title.localeCompare(b.title));
    return page(sorted.map(show), query);
  }),
  route(`POST ${NAMESPACES}`, (call) => {
    const { title } = readJson<{ title: string }>(call);
    if (call.state.namespaces.some((namespace) => namespace.title === title))
      return fail(400, 10014, "create namespace: a namespace with this account ID and title already exists");
    const namespace = { id: newId(), title };
    call.state.namespaces.push(namespace);
    return succeed(show(namespace));
  }),
  route(`GET ${NAMESPACES}/:id`, ({ state, names }) => {
    const found = state.namespaces.find(({ id }) => id === names[1]);
    return found === undefined ? missing() : succeed(show(found));
  }),
  route(`DELETE ${NAMESPACES}/:id`, ({ state, names }) => {
    const place = state.namespaces.findIndex(({ id }) => id === names[1]);
    if (place < 0) return missing();
    state.namespaces.splice(place, 1);
    return succeed(null);
  }),
];
