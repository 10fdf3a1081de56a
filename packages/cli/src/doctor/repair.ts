/** `tandem doctor --fix`: says what it will do, asks, does it. */
import { createInterface } from "node:readline";
import { applyFix, describeFix, type Examination, type Fix, type Surroundings } from "@tandem/doctor";
import type { Context } from "../context.js";
import { visibleLine } from "../visible.js";

/** Asks at the terminal, or reads a line of what is piped in. Undefined at the end of the input: nobody is there. */
async function confirm(
  lines: AsyncIterator<string>,
  question: string,
  { out, input }: Context,
): Promise<boolean | undefined> {
  out.write(`${question} [y/N] `);
  const { value, done } = await lines.next();
  // What is typed at a terminal ends its line by itself.
  if (!input.isTTY || done) out.line();
  if (done) out.line("Nobody has answered, so nothing is changed. With --yes it does not ask.");
  return done ? undefined : /^y(es)?$/i.test(value.trim());
}

function fixesOf({ findings }: Examination): Fix[] {
  const all = findings.flatMap(({ fixes }) => fixes);
  return all.filter(({ path }, index) => all.findIndex((other) => other.path === path) === index);
}

/** Goes through what can be mended. True when something was. */
export async function repair(
  examination: Examination,
  surroundings: Surroundings,
  { isAgreed, context }: { readonly isAgreed: boolean; readonly context: Context },
): Promise<boolean> {
  const { out, input, lifecycle } = context;
  const fixes = fixesOf(examination);
  if (fixes.length === 0) {
    out.line("Nothing of this can be mended from here.");
    return false;
  }
  const reader = isAgreed ? undefined : createInterface({ input, terminal: false });
  lifecycle.defer(() => reader?.close());
  const lines = reader?.[Symbol.asyncIterator]();
  let isChanged = false;
  for (const fix of fixes) {
    const what = visibleLine(describeFix(fix, surroundings.home), 1000);
    if (lines) {
      const isWanted = await confirm(lines, `${what}?`, context);
      if (isWanted === undefined) break;
      if (!isWanted) continue;
    } else out.line(`${what}.`);
    const { isDone, words } = await applyFix(fix, surroundings);
    isChanged ||= isDone;
    out.line(`${isDone ? out.colors.green("✓") : out.colors.yellow("!")} ${visibleLine(words, 1000)}`);
  }
  reader?.close();
  return isChanged;
}
