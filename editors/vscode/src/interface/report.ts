/** A report for whoever helps: all that matters about this window, and nothing that is secret. Pure. */
import type { EndpointStatus } from "@tandem/server";

export interface ReportFacts {
  readonly extension: string;
  readonly editor: string;
  readonly remote: string | undefined;
  readonly node: string;
  readonly platform: string;
  readonly pid: number;
  readonly folders: readonly string[];
  readonly endpoint:
    | { readonly port: number; readonly lockFile: string; readonly status: EndpointStatus }
    | { readonly problem: string };
  readonly reviews: number;
  /** What was found beside this window's own lock, in words. */
  readonly discovery: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly activationMs: number;
}

function endpointLines({ endpoint }: ReportFacts): readonly string[] {
  if ("problem" in endpoint) return [`- endpoint: ${endpoint.problem}`];
  const { port, lockFile, status } = endpoint;
  return [
    `- endpoint: port ${port}, lock ${lockFile}`,
    `- sharing: ${status.isPaused ? "paused" : "on"}, last shared: ${status.lastShared ?? "nothing"}`,
    `- mentions that wait: ${status.queuedMentions}`,
    `- clients: ${status.clients.length}`,
    ...status.clients.map(
      ({ name, version, pid, isListening, openDiffs }) =>
        `  - ${name} ${version}, process ${pid ?? "unknown"}, ${isListening ? "listens" : "does not listen yet"}, ${openDiffs.length} proposals`,
    ),
  ];
}

/** As Markdown. The token is in none of the facts. */
export function reportText(facts: ReportFacts): string {
  const { discovery, settings } = facts;
  return [
    "# Tandem in VS Code",
    "",
    `- extension ${facts.extension} in ${facts.editor}, ${facts.remote === undefined ? "local" : `remote: ${facts.remote}`}`,
    `- Node ${facts.node}, ${facts.platform}; activated with ${Math.round(facts.activationMs)} ms of work`,
    `- process that terminals descend from: ${facts.pid}`,
    `- folders: ${facts.folders.length === 0 ? "none" : facts.folders.join(", ")}`,
    ...endpointLines(facts),
    `- proposals on the screen: ${facts.reviews}`,
    "",
    "## What Claude Code finds",
    "",
    ...(discovery.length === 0 ? ["- no lock file"] : discovery.map((line) => `- ${line}`)),
    "",
    "## Settings",
    "",
    ...Object.entries(settings).map(([name, value]) => `- ${name}: ${JSON.stringify(value)}`),
    "",
  ].join("\n");
}
