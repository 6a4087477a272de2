import { stripVTControlCharacters } from "node:util";
import type { ProvidedContext, UserConsoleLog } from "vitest";
import type { Reporter, Vitest } from "vitest/node";
import { CollectedOutput, type Output } from "./collected-output.ts";
import { type Finding, findSecrets, type Secret } from "./find-secrets.ts";
import { knownSecrets } from "./known-secrets.ts";

type Leak = Finding & Pick<Output, "source">;

/**
 * Fails the run when anything printed a secret in it: a test, the Worker under test (its console arrives as the test's),
 * the runner and what it passes on, or what `recordOutput` was given. Stands before the reporter that draws on the
 * terminal, which keeps the streams' functions that it finds.
 */
export class SecretReporter implements Reporter {
  readonly #output = new CollectedOutput();
  #vitest: Vitest | undefined;
  #known: readonly Secret[] = [];

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    this.#output.watch(process.stdout, "stdout of the run");
    this.#output.watch(process.stderr, "stderr of the run");
    // What is printed while everything closes down.
    process.once("exit", () => this.#complain(this.#search().leaks));
  }

  onUserConsoleLog({ type, content, taskId = "" }: UserConsoleLog): void {
    const task = this.#vitest?.state.getReportedEntityById(taskId);
    const module = task === undefined || task.type === "module" ? task : task.module;
    this.#output.add({ source: `${type} of ${module?.relativeModuleId ?? "an unknown test"}`, text: content });
  }

  async onTestRunEnd(): Promise<void> {
    // Kept for the end: the context does not outlive the teardown.
    const context: Partial<ProvidedContext> = this.#vitest?.getProvidedContext() ?? {};
    this.#known = knownSecrets(context);
    if (context.outputFolder !== undefined) await this.#output.addRecorded(context.outputFolder);
    const { lines, leaks } = this.#search();
    this.#complain(leaks);
    if (leaks.length === 0) this.#vitest?.logger.log(` Searched ${String(lines)} lines of output for secrets: none.\n`);
  }

  #search(): { readonly lines: number; readonly leaks: readonly Leak[] } {
    const outputs = this.#output.take();
    return {
      lines: outputs.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0),
      leaks: outputs.flatMap(({ source, text }) =>
        findSecrets(stripVTControlCharacters(text), this.#known).map(({ kind, line }) => ({ kind, line, source })),
      ),
    };
  }

  #complain(leaks: readonly Leak[]): void {
    if (leaks.length === 0) return;
    process.exitCode = 1;
    // One line for each kind and source says where to look.
    const first = new Map(leaks.toReversed().map((leak) => [`${leak.kind} in the ${leak.source}`, leak.line]));
    const report = [...first].toReversed().map(([what, line]) => `   ${what}: ${line.trim()}`);
    this.#vitest?.logger.error(` Secrets in the output of this run:\n${report.join("\n")}\n`);
  }
}
