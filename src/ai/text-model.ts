export interface TextRequest {
  /** What the model is told to be and to do. */
  readonly system: string;
  readonly prompt: string;
  /** The most it may write. */
  readonly maxTokens: number;
}

export interface WrittenText {
  readonly text: string;
  /** As the provider counted them, or estimated where it does not say. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Whether it stopped because it may write no more. */
  readonly isCut: boolean;
}

/** Writes text. */
export interface TextModel {
  readonly provider: string;
  readonly model: string;
  write(request: TextRequest): Promise<WrittenText>;
}
