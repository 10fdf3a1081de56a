/** `tandem ls`: every editor that is announced, what Claude Code makes of it, and which one it would take. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Discovery, FoundEditor } from "@tandem/client";
import { workspaceRequestWords } from "@tandem/protocol/plain";
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

/** The verdict in a word or two. */
const states: Record<FoundEditor["verdict"]["code"], string> = {
  ok: "ready",
  "is-directory": "not a lock",
  unreadable: "unreadable",
  garbage: "not a lock",
  "dead-pid": "gone",
  "foreign-pid": "other user",
  "silent-port": "silent",
  "port-closed": "silent",
  "only-by-port": "by port",
  "no-folders": "no folder",
  "folder-is-symlink": "symlink",
  "folder-below-cwd": "below here",
  "outside-folders": "elsewhere",
  "wrong-transport": "outdated",
  "needs-ancestor": "other terminal",
  "unread-directory": "unseen",
};

/** Everything that was found, without tokens. */
function toJson({ cwd, directories, editors, problems, choice }: Discovery): object {
  return {
    cwd,
    choice: { ...(choice.editor && { port: choice.editor.port }), code: choice.code, reason: choice.reason },
    editors: editors.map(({ port, host, name, lockFile, modified, mirrorOf, lock, verdict }) => ({
      port,
      host,
      name,
      usable: verdict.usable,
      code: verdict.code,
      message: verdict.message,
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
    const { port, name, lock, verdict } = editor;
    const isChosen = editor === choice.editor;
    const [folder = "–", ...others] = lock?.workspaceFolders ?? [];
    const more = others.length > 0 ? ` and ${others.length} more` : "";
    return [
      { text: isChosen ? "→" : " ", paint: colors.green },
      { text: String(port).padStart(5) },
      { text: visibleLine(name) },
      { text: states[verdict.code], paint: verdict.usable ? colors.green : colors.yellow },
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
      const { verdict, lock } = editors[index] ?? {};
      const below = [
        ...(verdict && !verdict.usable ? [visibleLine(verdict.message, 1000)] : []),
        ...(lock?.workspaceRequests ? [`workspace requests: ${workspaceRequestWords[lock.workspaceRequests]}`] : []),
      ];
      return [line, ...below.flatMap((text) => wrap(text, columns, "          ")).map((text) => colors.dim(text))];
    }),
  ];
}

/** From a directory that is not there nothing can be seen, and "no editor" would be the wrong answer. */
export function checkDirectory(wanted: string | undefined, cwd: string): void {
  if (wanted === undefined || statSync(resolve(cwd, wanted), { throwIfNoEntry: false })?.isDirectory()) return;
  throw new CommandError(exitCodes.cannotStart, `There is no directory ${wanted}.`);
}

export async function ls(options: LsOptions, context: Context): Promise<number> {
  const { out } = context;
  checkDirectory(options.cwd, context.cwd);
  const discovery = await findEditors(context, options);
  const { editors, problems, choice } = discovery;
  if (options.json) out.json(toJson(discovery));
  else {
    if (editors.length > 0) for (const line of formatEditors(discovery, out)) out.line(line);
    for (const { message } of problems)
      for (const line of wrap(visibleLine(`Note: ${message}`, 1000), out.columns)) out.line(line);
    if (editors.length > 0 || problems.length > 0) out.line();
    for (const line of wrap(visibleLine(choice.reason, 1000), out.columns)) out.line(line);
    if (!choice.editor && choice.code === "no-match") out.line("Start one for this folder with: tandem serve");
  }
  return editors.some(({ verdict }) => verdict.usable) ? exitCodes.ok : exitCodes.no;
}
