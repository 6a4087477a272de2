import { AppError } from "../errors.ts";

/** Whether a model, its settings or its answer are at fault, so that what can be done without it still can be. */
export const isModelFailure = (thrown: unknown): thrown is AppError =>
  thrown instanceof AppError && thrown.code.startsWith("model_");
