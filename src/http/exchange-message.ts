import { Flow } from "../mcp/flow.ts";
import { type Exchange, handleMcp, type Respondent } from "../mcp/handler.ts";
import { readMessage } from "../mcp/message.ts";
import { chooseShape } from "./accept.ts";
import { deliver } from "./deliver.ts";

/** Has a message answered in the shape its client takes; aborts the controller when the client goes away. */
export async function exchangeMessage(
  request: Request,
  body: unknown,
  requestId: string,
  controller: AbortController,
  respondentFor: (exchange: Exchange) => Respondent,
): Promise<Response> {
  const flow = new Flow();
  const abandon = (): void => {
    controller.abort();
    flow.close();
  };
  request.signal.addEventListener("abort", abandon);
  const shape = chooseShape(request.headers.get("accept"), readMessage(body).wantsProgress);
  const exchange = { requestId, request, body, shape, flow };
  return await deliver(handleMcp(exchange, respondentFor(exchange)), flow, abandon);
}
