/** The parameters of a statement while it is composed. */
export class Bindings {
  readonly values: unknown[] = [];

  /** Binds the value and returns what stands for it in the text. */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${String(this.values.length)}::${type}`;
  }
}
