/** What a check is, and how checks are selected and reported. */
import type { ToolName, WorkspaceRequestMode } from "@tandem-ide/protocol";
import type { CheckContext } from "./context.js";
import { Failure, NotApplicable } from "./outcome.js";
import type { CheckResult } from "./report.js";
import { escapeInvisible } from "./show.js";
import type { RawClient } from "./wire/raw-client.js";

/** The name and the title of a check. */
export interface NamedCheck {
  /** Unique: the requirement's id, and a word for this aspect of it. */
  readonly name: `${string}-${number}/${string}`;
  /** The required behaviour, in one sentence. */
  readonly title: string;
}

/** One requirement for an endpoint. It passes by returning, and fails by throwing a `Failure`. */
export interface Check extends NamedCheck {
  /** How long it takes, if more than about five seconds. It then only runs on request. */
  readonly slowSeconds?: number;
  /** It creates files in the first workspace folder, and removes them. */
  readonly writes?: true;
  /** The modes of workspace requests that it applies to (WSM-10). Default: all. */
  readonly modes?: readonly WorkspaceRequestMode[];
  run(context: CheckContext): Promise<void>;
}

type CheckBody = (client: RawClient, context: CheckContext) => Promise<void>;

/** Makes the `run` of a check that needs these tools and works in an initialized session. */
export function inSession(tools: readonly ToolName[], run: CheckBody): Check["run"] {
  return async (context) => {
    await context.needsTools(...tools);
    await run(await context.session(), context);
  };
}

/** Makes the `run` of a check that works on a connection before `initialize`. */
export function onConnection(run: CheckBody): Check["run"] {
  return async (context) => run(await context.connect(), context);
}

export type Outcome = Pick<CheckResult, "status" | "expected" | "seen" | "reason">;

/** Returns `CON-03` for `CON-03/fragmented`. */
export function idOf(name: string): string {
  return name.split("/")[0] ?? name;
}

/** Checks whether `selector` (`CON`, `CON-03` or `CON-03/fragmented`) selects this check. */
function matches(name: string, selector: string): boolean {
  const [wanted, id] = [selector.toLowerCase(), idOf(name).toLowerCase()];
  return name.toLowerCase() === wanted || id === wanted || id.split("-")[0] === wanted;
}

/** Returns the checks that `only` selects and `skip` doesn't. Throws if a selector selects nothing. */
export function selectChecks<C extends NamedCheck>(
  checks: readonly C[],
  { only, skip = [] }: { readonly only?: readonly string[]; readonly skip?: readonly string[] },
  kind: string,
  example: string,
): C[] {
  for (const selector of [...(only ?? []), ...skip])
    if (!checks.some(({ name }) => matches(name, selector)))
      throw new Error(`No ${kind} matches ${selector}. Use a section (CON), an id (CON-03) or a check (${example}).`);
  return checks.filter(
    ({ name }) =>
      (only ?? [name]).some((selector) => matches(name, selector)) && !skip.some((selector) => matches(name, selector)),
  );
}

/** Returns the outcome of a check that threw; undefined for an unexpected error. */
export function outcomeOf(error: unknown): Outcome | undefined {
  if (error instanceof NotApplicable) return { status: "not-applicable", reason: error.message };
  if (error instanceof Failure) return { status: "fail", expected: error.expected, seen: error.seen };
  return undefined;
}

/** Removes the token, because a report may be published (AUTH-04), and escapes invisible characters. */
export function clean(text: string, token: string | undefined): string {
  return escapeInvisible(token ? text.replaceAll(token, "<token>") : text);
}

export function resultOf(
  { name, title }: NamedCheck,
  { status, expected, seen, reason }: Outcome,
  token: string | undefined,
  durationMs: number,
): CheckResult {
  return {
    id: idOf(name),
    name,
    title,
    status,
    ...(expected !== undefined && { expected: clean(expected, token) }),
    ...(seen !== undefined && { seen: clean(seen, token) }),
    ...(reason !== undefined && { reason: clean(reason, token) }),
    durationMs: Math.round(durationMs),
  };
}
