/** The diagnostics report about this window, without secrets. */
import type { EndpointStatus } from "@tandem-ide/server";

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
  /** Descriptions of the editors that Claude Code would find. */
  readonly discovery: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly activationMs: number;
}

function endpointLines({ endpoint }: ReportFacts): readonly string[] {
  if ("problem" in endpoint) return [`- endpoint: ${endpoint.problem}`];
  const { port, lockFile, status } = endpoint;
  return [
    `- endpoint: port ${port}, lock file ${lockFile}`,
    `- sharing: ${status.isPaused ? "paused" : "on"}, last shared: ${status.lastShared ?? "nothing"}`,
    `- queued mentions: ${status.queuedMentions}`,
    `- clients: ${status.clients.length}`,
    ...status.clients.map(
      ({ name, version, pid, isListening, openDiffs }) =>
        `  - ${name} ${version}, process ${pid ?? "unknown"}, ${isListening ? "ready" : "connecting"}, pending reviews: ${openDiffs.length}`,
    ),
  ];
}

/** Returns the report as Markdown. The facts do not contain the token. */
export function reportText(facts: ReportFacts): string {
  const { discovery, settings } = facts;
  return [
    "# Tandem in VS Code",
    "",
    `- extension ${facts.extension} in ${facts.editor}, ${facts.remote === undefined ? "local" : `remote: ${facts.remote}`}`,
    `- Node ${facts.node}, ${facts.platform}; activated in ${Math.round(facts.activationMs)} ms`,
    `- parent process of terminals: ${facts.pid}`,
    `- folders: ${facts.folders.length === 0 ? "none" : facts.folders.join(", ")}`,
    ...endpointLines(facts),
    `- pending reviews: ${facts.reviews}`,
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
