import type { SoakStack } from "./start-stack.ts";

export interface Fault {
  name: string;
  begin(stack: SoakStack): Promise<void> | void;
  end(stack: SoakStack): Promise<void> | void;
}

const works = ({ proxy, storage }: SoakStack): void => {
  proxy.fail("pass-through");
  storage.become("works");
};

/** What has gone silent stays so, until the network forgets it. */
const forget = (stack: SoakStack): void => {
  works(stack);
  stack.proxy.dropAll();
};

/** Each lasts a few seconds; in between everything must work again. */
export const FAULTS: Fault[] = [
  { name: "database restarts", begin: (stack) => stack.restartDatabase(), end: works },
  { name: "connections refused", begin: ({ proxy }) => proxy.fail("refuse"), end: works },
  { name: "answers cut off", begin: ({ proxy }) => proxy.fail("cut-mid-body"), end: works },
  { name: "no answers", begin: ({ proxy }) => proxy.fail("half-open"), end: forget },
  { name: "answers without end", begin: ({ proxy }) => proxy.fail("slow"), end: works },
  { name: "streams cut off", begin: ({ proxy }) => proxy.fail("cut-websocket-after", 20_000), end: works },
  { name: "streams that stop", begin: ({ proxy }) => proxy.fail("half-open-websocket", 20_000), end: forget },
  { name: "storage fails", begin: ({ storage }) => storage.become("fails"), end: works },
  { name: "storage does not answer", begin: ({ storage }) => storage.become("hangs"), end: works },
];
