import type { TextRequest } from "../text-model.ts";

/** A request as most providers take it: who says what. */
export const chatMessages = ({ system, prompt }: TextRequest) => [
  { role: "system", content: system },
  { role: "user", content: prompt },
];
