/** What a run found. */

/**
 * How a check ended.
 *
 * @example
 * const failed = report.results.filter(({ status }) => status === "fail");
 */
export type Status = "pass" | "fail" | "not-applicable";

/**
 * The outcome of one check.
 *
 * @example
 * const line = ({ name, status, seen }: CheckResult) => `${status} ${name} ${seen ?? ""}`;
 */
export interface CheckResult {
  /** The requirement, e.g. `CON-03`. */
  readonly id: string;
  /** The check, unique, e.g. `CON-03/fragmented`. */
  readonly name: string;
  /** What must be so, in a sentence. */
  readonly title: string;
  readonly status: Status;
  /** Of a failure: what should have happened. */
  readonly expected?: string;
  /** Of a failure: what did happen. */
  readonly seen?: string;
  /** Why the check does not apply. */
  readonly reason?: string;
  readonly durationMs: number;
}

/**
 * How many checks ended in which way.
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
 * Everything about one run: plain data, fit for JSON.
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

/** How many results there are of each status. */
export function count(results: readonly CheckResult[]): Counts {
  const of = (status: Status) => results.filter((result) => result.status === status).length;
  return { pass: of("pass"), fail: of("fail"), notApplicable: of("not-applicable") };
}

/** Without these Claude Code does not find the endpoint, or leaves before the first call. */
const vital =
  /^(LCK-01|LCK-06\/fields|LCK-08|LCK-10|AUTH-01|CON-03\/(accept-key|deflate-offer)|CON-06\/echoed|MCP-01\/(known-versions|id-zero|result)|MCP-02\/standard|MCP-03\/tools-list)/;
/** These open a door. */
const guarding = /^(CON-01|LCK-02|LCK-03|AUTH|SEC|PRV)/;

/** The names of what failed, in the order in which it is worth mending. */
export function toMend(results: readonly CheckResult[]): { why: string; names: string[] }[] {
  const failed = results.filter(({ status }) => status === "fail").map(({ name }) => name);
  const first = failed.filter((name) => vital.test(name));
  const second = failed.filter((name) => !first.includes(name) && guarding.test(name));
  const rest = failed.filter((name) => !first.includes(name) && !second.includes(name));
  return [
    { why: "Mend first, for without these Claude Code does not connect:", names: first },
    { why: "Then these, for they open a door:", names: second },
    { why: first.length + second.length > 0 ? "Then:" : "Mend:", names: rest },
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
};

/** The results by the section of their id, in order of first appearance. */
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
