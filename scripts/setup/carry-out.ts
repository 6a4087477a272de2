import type { Conversation } from "./conversation.ts";
import type { Finding, Setup, Step } from "./step.ts";

export interface Look {
  readonly step: Step;
  readonly finding: Finding;
}

/** In order, because each may build on what the ones before it have found. */
export async function lookAt(steps: readonly Step[], setup: Setup): Promise<Look[]> {
  const looks: Look[] = [];
  for (const step of steps) looks.push({ step, finding: await step.look(setup) });
  return looks;
}

/** Shows what is there and what is to be done, and counts the latter. */
export async function makePlan(looks: readonly Look[], conversation: Conversation): Promise<number> {
  for (const { step, finding } of looks) {
    if ("done" in finding) await conversation.work(step.label, async () => finding.done);
    else conversation.plan(step.label, finding.todo);
  }
  return looks.filter(({ finding }) => "todo" in finding).length;
}

/** Does what is missing. A step whose look had to wait for those before it is looked at now. */
export async function carryOut(looks: readonly Look[], setup: Setup): Promise<void> {
  for (const { step, finding } of looks) {
    if ("done" in finding) continue;
    const settle = async (): Promise<string> => {
      const now = step.isSettledLate === true ? await step.look(setup) : finding;
      return "done" in now ? now.done : await step.act(setup);
    };
    await setup.conversation.work(step.label, settle, finding.todo);
  }
}
