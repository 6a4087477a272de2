/** Under which name a model's key is sealed; no connection can have it, because of its colon. */
export const modelSealId = (use: "embedding" | "text"): string => `model:${use}`;
