/** `tandem ls`: lists all editors with a lock file, whether Claude Code can use them, and which it would choose. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { agentTitles } from "@tandem-ide/base";
import type { Discovery, FoundEditor } from "@tandem-ide/client";
import { workspaceRequestLabels } from "@tandem-ide/protocol/schema-free";
import { agentFilesFor } from "../agent-files.js";
import type { Context } from "../context.js";
import { findEditors, type SearchOptions } from "../editors.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import type { Output } from "../output.js";
import { shownPath } from "../paths.js";
import { type Cell, formatTable } from "../table.js";
import { visibleLine } from "../visible.js";
import { wrap } from "../wrap.js";

export interface LsOptions extends SearchOptions {
  readonly json?: true;
}

/** The STATE column. */
const states: Record<FoundEditor["status"]["code"], string> = {
  ok: "ready",
  "is-directory": "invalid",
  unreadable: "unreadable",
  garbage: "invalid",
  "dead-pid": "gone",
  "foreign-pid": "other user",
  "silent-port": "no response",
  "port-closed": "no response",
  "only-by-port": "port only",
  "no-folders": "no folder",
  "folder-is-symlink": "symlink",
  "folder-below-cwd": "subfolder",
  "outside-folders": "elsewhere",
  "wrong-transport": "outdated",
  "needs-ancestor": "other terminal",
  "unread-directory": "wrong directory",
};

/** Returns everything except tokens. */
function toJson({ cwd, directories, editors, problems, choice }: Discovery): object {
  return {
    cwd,
    choice: { ...(choice.editor && { port: choice.editor.port }), code: choice.code, reason: choice.reason },
    editors: editors.map(({ port, host, name, lockFile, modified, mirrorOf, lock, status }) => ({
      port,
      host,
      name,
      usable: status.usable,
      code: status.code,
      message: status.message,
      workspaceFolders: lock?.workspaceFolders ?? [],
      ...(lock?.pid !== undefined && { pid: lock.pid }),
      ...(lock?.workspaceRequests && { workspaceRequests: lock.workspaceRequests }),
      lockFile,
      modified,
      ...(mirrorOf !== undefined && { mirrorOf }),
    })),
    problems,
    directories,
  };
}

export function formatEditors({ editors, choice }: Discovery, { colors, columns }: Pick<Output, "colors" | "columns">) {
  const rows = editors.map((editor): Cell[] => {
    const { port, name, lock, status } = editor;
    const isChosen = editor === choice.editor;
    const [folder = "–", ...others] = lock?.workspaceFolders ?? [];
    const more = others.length > 0 ? ` and ${others.length} more` : "";
    return [
      { text: isChosen ? "→" : " ", paint: colors.green },
      { text: String(port).padStart(5) },
      { text: visibleLine(name) },
      { text: states[status.code], paint: status.usable ? colors.green : colors.yellow },
      { text: shownPath(visibleLine(folder)) + more },
    ];
  });
  const table = formatTable(
    [
      { title: " " },
      { title: " PORT" },
      { title: "EDITOR", cut: "end" },
      { title: "STATE" },
      { title: "FOLDER", cut: "start" },
    ],
    rows,
    columns,
  );
  const [heading = "", ...lines] = table;
  return [
    colors.dim(heading),
    ...lines.flatMap((line, index) => {
      const { status, lock } = editors[index] ?? {};
      const below = [
        ...(status && !status.usable ? [visibleLine(status.message, 1000)] : []),
        ...(lock?.workspaceRequests ? [`workspace requests: ${workspaceRequestLabels[lock.workspaceRequests]}`] : []),
      ];
      return [line, ...below.flatMap((text) => wrap(text, columns, "          ")).map((text) => colors.dim(text))];
    }),
  ];
}

/** Checks that the directory exists; otherwise the result would be a misleading "no editor". */
export function checkDirectory(wanted: string | undefined, cwd: string): void {
  if (wanted === undefined || statSync(resolve(cwd, wanted), { throwIfNoEntry: false })?.isDirectory()) return;
  throw new CommandError(exitCodes.cannotStart, `There is no directory ${wanted}.`);
}

export async function ls(options: LsOptions, context: Context): Promise<number> {
  const { out } = context;
  checkDirectory(options.cwd, context.cwd);
  const discovery = await findEditors(context, options);
  const { editors, problems, choice } = discovery;
  const others = agentFilesFor(discovery.cwd, context);
  if (options.json)
    out.json({ ...toJson(discovery), agents: others.map(({ agent, file }) => ({ name: agent, file })) });
  else {
    if (editors.length > 0) for (const line of formatEditors(discovery, out)) out.line(line);
    for (const { message } of problems)
      for (const line of wrap(visibleLine(`Note: ${message}`, 1000), out.columns)) out.line(line);
    if (editors.length > 0 || problems.length > 0) out.line();
    for (const line of wrap(visibleLine(choice.reason, 1000), out.columns)) out.line(line);
    const names = [...new Set(others.map(({ agent }) => agentTitles[agent]))];
    if (names.length > 0) out.line(`Other agents that can find an editor here: ${names.join(", ")}`);
    if (!choice.editor && choice.code === "no-match") out.line("Start an editor for this folder: tandem serve");
  }
  return editors.some(({ status }) => status.usable) ? exitCodes.ok : exitCodes.no;
}
