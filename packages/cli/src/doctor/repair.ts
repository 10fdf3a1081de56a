/** `tandem doctor --fix`: asks before each fix and applies it. */
import { createInterface } from "node:readline";
import { applyFix, describeFix, type Examination, type Fix, type Surroundings } from "@tandem-ide/doctor";
import type { Context } from "../context.js";
import { visibleLine } from "../visible.js";

/** Asks at the terminal, or reads a line of piped input. Resolves to undefined at the end of the input. */
async function confirm(
  lines: AsyncIterator<string>,
  question: string,
  { out, input }: Context,
): Promise<boolean | undefined> {
  out.write(`${question} [y/N] `);
  const { value, done } = await lines.next();
  // At a terminal, the user's Enter has already ended the line.
  if (!input.isTTY || done) out.line();
  if (done) out.line("No answer, so nothing was changed. Use --yes to apply fixes without asking.");
  return done ? undefined : /^y(es)?$/i.test(value.trim());
}

function fixesOf({ findings }: Examination): Fix[] {
  const all = findings.flatMap(({ fixes }) => fixes);
  return all.filter(({ path }, index) => all.findIndex((other) => other.path === path) === index);
}

/** Goes through the available fixes. Resolves to true if one was applied. */
export async function repair(
  examination: Examination,
  surroundings: Surroundings,
  { isAgreed, context }: { readonly isAgreed: boolean; readonly context: Context },
): Promise<boolean> {
  const { out, input, lifecycle } = context;
  const fixes = fixesOf(examination);
  if (fixes.length === 0) {
    out.line("None of these problems can be fixed automatically.");
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
    const { isDone, message } = await applyFix(fix, surroundings);
    isChanged ||= isDone;
    out.line(`${isDone ? out.colors.green("✓") : out.colors.yellow("!")} ${visibleLine(message, 1000)}`);
  }
  reader?.close();
  return isChanged;
}
