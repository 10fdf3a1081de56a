/** The results of a run. */

/**
 * How a check ended.
 *
 * @example
 * const failed = report.results.filter(({ status }) => status === "fail");
 */
export type Status = "pass" | "fail" | "not-applicable";

/**
 * The result of one check.
 *
 * @example
 * const line = ({ name, status, seen }: CheckResult) => `${status} ${name} ${seen ?? ""}`;
 */
export interface CheckResult {
  /** The requirement, e.g. `CON-03`. */
  readonly id: string;
  /** The check, unique, e.g. `CON-03/fragmented`. */
  readonly name: string;
  /** The required behaviour, in one sentence. */
  readonly title: string;
  readonly status: Status;
  /** If it failed: what should have happened. */
  readonly expected?: string;
  /** If it failed: what happened instead. */
  readonly seen?: string;
  /** Why the check doesn't apply. */
  readonly reason?: string;
  readonly durationMs: number;
}

/**
 * How many checks ended with each status.
 *
 * @example
 * process.exitCode = report.counts.fail > 0 ? 1 : 0;
 */
export interface Counts {
  readonly pass: number;
  readonly fail: number;
  readonly notApplicable: number;
}

/**
 * Everything about one run, as JSON-compatible data.
 *
 * @example
 * const report: Report = JSON.parse(await readFile("report.json", "utf8"));
 */
export interface Report {
  readonly target: { readonly port: number; readonly lockFile?: string; readonly ideName?: string };
  readonly results: readonly CheckResult[];
  readonly counts: Counts;
  readonly durationMs: number;
}

/** Counts the results of each status. */
export function count(results: readonly CheckResult[]): Counts {
  const of = (status: Status) => results.filter((result) => result.status === status).length;
  return { pass: of("pass"), fail: of("fail"), notApplicable: of("not-applicable") };
}

/** Without these, Claude Code doesn't find the endpoint, or disconnects before the first call. */
const essential =
  /^(LCK-01|LCK-06\/fields|LCK-08|LCK-10|AUTH-01|CON-03\/(accept-key|deflate-offer)|CON-06\/echoed|MCP-01\/(known-versions|id-zero|result)|MCP-02\/standard|MCP-03\/tools-list)/;
/** These are security holes. */
const security = /^(CON-01|LCK-02|LCK-03|AUTH|SEC|PRV)/;

/** Returns the names of failed checks, in the order in which to fix them. */
export function fixOrder(results: readonly CheckResult[]): { why: string; names: string[] }[] {
  const failed = results.filter(({ status }) => status === "fail").map(({ name }) => name);
  const first = failed.filter((name) => essential.test(name));
  const second = failed.filter((name) => !first.includes(name) && security.test(name));
  const rest = failed.filter((name) => !first.includes(name) && !second.includes(name));
  return [
    { why: "Fix these first, because Claude Code can't connect without them:", names: first },
    { why: "Then fix these, because they are security holes:", names: second },
    { why: first.length + second.length > 0 ? "Then fix:" : "To fix:", names: rest },
  ].filter(({ names }) => names.length > 0);
}

const sectionTitles: Readonly<Record<string, string>> = {
  CON: "Connection",
  LCK: "Lock file",
  AUTH: "Authentication",
  MCP: "MCP",
  ERR: "Errors",
  TOOL: "Tools",
  NOT: "Notifications",
  WSM: "Workspace requests",
  SEC: "Confinement",
  PRV: "Privacy",
  GEM: "Gemini CLI",
};

/** Sorts checks by section and id. The sort is stable, so checks with the same id keep their order. */
export function inReportOrder<C extends { readonly name: string }>(checks: readonly C[]): C[] {
  const sections = Object.keys(sectionTitles);
  const key = ({ name }: C) => {
    const [id = ""] = name.split("/");
    return `${sections.indexOf(id.split("-")[0] ?? "")} ${id}`;
  };
  return checks.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

/** Groups the results by the section of their id, in order of first appearance. */
export function bySection(results: readonly CheckResult[]): { title: string; results: CheckResult[] }[] {
  const sections = new Map<string, CheckResult[]>();
  for (const result of results) {
    const key = result.id.split("-")[0] ?? result.id;
    const list = sections.get(key);
    if (list) list.push(result);
    else sections.set(key, [result]);
  }
  return [...sections].map(([key, list]) => ({ title: sectionTitles[key] ?? key, results: list }));
}
