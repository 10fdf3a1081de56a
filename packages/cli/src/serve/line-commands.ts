/** The commands that can be typed during `tandem serve`, so that it can be used without a browser. */
import { statSync } from "node:fs";
import type { TextRange } from "@tandem-ide/base";
import type { Endpoint } from "@tandem-ide/server";
import type { LanguageTools, Workbench, WorkbenchEditor } from "@tandem-ide/workbench";
import type { Colors } from "../output.js";
import { helpOf, type LineCommand, splitLine } from "../prompt/run-line.js";
import { visible, visibleName } from "../visible.js";
import { draftCommands } from "./draft-commands.js";
import { type FileRange, parseFileRange } from "./file-range.js";
import type { PendingCode } from "./pending-code.js";
import type { PendingReviews } from "./pending-reviews.js";
import { unifiedDiff } from "./unified-diff.js";

export interface ServeContext {
  readonly workbench: Workbench;
  readonly editor: WorkbenchEditor;
  readonly endpoint: Endpoint;
  readonly reviews: PendingReviews;
  readonly code: PendingCode;
  readonly languageTools?: LanguageTools | undefined;
  readonly cwd: string;
  readonly colors: Colors;
  shorten(path: string): string;
  /** Opens the page in the browser, or returns a link. */
  openPage(): Promise<readonly string[]>;
  restartEndpoint(): Promise<void>;
  quit(): void;
}

/** Returns the range of whole lines, up to the start of the next line, so that an empty last line counts too. */
function rangeOf(text: string, { start, end }: NonNullable<FileRange["lines"]>): TextRange {
  const lines = text.split("\n");
  if (start >= lines.length) throw new Error(`The file has only ${lines.length} lines.`);
  const last = Math.min(end, lines.length - 1);
  const isLast = last === lines.length - 1;
  return {
    start: { line: start, character: 0 },
    end: isLast ? { line: last, character: lines[last]?.length ?? 0 } : { line: last + 1, character: 0 },
  };
}

function fileRange(rest: string, { editor, cwd }: ServeContext): FileRange {
  return parseFileRange(rest, [...new Set([...editor.workspaceFolders, cwd])]);
}

function label({ path, lines }: FileRange, { shorten }: ServeContext): string {
  const name = visible(shorten(path));
  if (!lines) return name;
  return `${name}:${lines.start + 1}${lines.end > lines.start ? `-${lines.end + 1}` : ""}`;
}

async function open(rest: string, context: ServeContext): Promise<string[]> {
  const target = fileRange(rest, context);
  const { path, lines } = target;
  if (statSync(path).isDirectory()) throw new Error(`${label(target, context)} is a folder. Only files can be opened.`);
  const locate = lines ? (text: string) => rangeOf(text, lines) : undefined;
  await context.editor.openFile({ path, preview: false, takeFocus: true, ...(locate && { locate }) });
  const hidden = context.endpoint.whyHidden(path);
  const note = hidden
    ? ` Not shared with Claude: ${hidden.message} (${visibleName(hidden.rule ?? hidden.source)}).`
    : "";
  return [`Opened ${label(target, context)}.${note}`];
}

function mention(rest: string, context: ServeContext): string[] {
  const target = fileRange(rest, context);
  const outcome = context.workbench.mention(target);
  const name = label(target, context);
  switch (outcome.status) {
    case "sent":
      return [`Mentioned ${name} to ${outcome.clients} client${outcome.clients === 1 ? "" : "s"}.`];
    case "queued":
      return [`No client is connected. ${name} will be mentioned to the next one.`];
    case "hidden":
    case "refused":
      return [`${name} wasn't mentioned: ${visibleName(outcome.reason)}.`];
  }
}

function listReviews({ reviews, shorten, colors }: ServeContext): string[] {
  if (reviews.all.length === 0) return ["No pending reviews."];
  return reviews.all.map(({ number, item: { review, facts } }) => {
    const { added, removed } = facts;
    const size = `${colors.green(`+${added}`)} ${colors.red(`−${removed}`)}`;
    return `${number}  ${visible(shorten(review.path))}  ${size}${review.isNewFile ? "  new file" : ""}`;
  });
}

async function status({ endpoint, editor, workbench, languageTools, shorten }: ServeContext): Promise<string[]> {
  const { clients, queuedMentions, isPaused } = endpoint.status;
  const active = await editor.currentSelection();
  const servers = (languageTools?.status?.() ?? []).map(({ server, state, needsTrust }) =>
    visible(`${server} (${needsTrust ? "not started until you trust its folder" : state})`),
  );
  const names = clients.map(({ name, version, pid }) =>
    visible(`${name} ${version}${pid === undefined ? "" : ` (process ${pid})`}`),
  );
  return [
    `Port      ${endpoint.port}${isPaused ? ", sharing is paused" : ""}`,
    `Clients   ${names.join(", ") || "none"}`,
    `File      ${active ? visible(shorten(active.path)) : "none open"}`,
    `Reviews   ${workbench.reviews.all.length}`,
    `Windows   ${workbench.windows.all.length || "none open (type page to open one)"}`,
    ...(servers.length > 0 ? [`Servers   ${servers.join(", ")}`] : []),
    ...(queuedMentions > 0 ? [`Mentions  ${queuedMentions} queued for the next client`] : []),
  ];
}

const fileArgs = "<file[:a-b]>";

interface ServeCommand extends LineCommand<ServeContext> {
  /** Without a number, the command decides the item that was shown when the line was entered. */
  readonly decides?: "reviews" | "code";
}

export const lineCommands: Readonly<Record<string, ServeCommand>> = {
  page: {
    args: "",
    help: "open the page in the browser, or print a new link",
    run: (_rest, context) => context.openPage(),
  },
  open: { args: fileArgs, help: "open a file and select lines a to b", run: open },
  mention: { args: fileArgs, help: "add a file, a folder or lines to Claude Code's prompt", run: mention },
  reviews: { args: "", help: "list pending reviews", run: (_rest, context) => listReviews(context) },
  show: {
    args: "[n]",
    help: "show a review as a diff",
    run: (rest, { reviews, shorten, colors }) => {
      // The result includes the user's edits in the page.
      const { path, oldText, result, isNewFile } = reviews.find(rest).item.review;
      return unifiedDiff({ oldText, newText: result, isNewFile }, shorten(path), colors);
    },
  },
  accept: {
    args: "[n]",
    help: "accept a review",
    decides: "reviews",
    run: async (rest, { workbench, reviews }) => {
      const { number } = reviews.find(rest);
      // Includes the latest edits in the page.
      await workbench.windows.flush();
      reviews.find(String(number)).item.decide(true);
      return [];
    },
  },
  reject: {
    args: "[n]",
    help: "reject a review",
    decides: "reviews",
    run: (rest, { reviews }) => {
      reviews.find(rest).item.decide(false);
      return [];
    },
  },
  code: {
    args: "[number]",
    help: "show code awaiting approval",
    run: (rest, { code }) =>
      code
        .find(rest)
        .item.code.split("\n")
        .map((line) => visible(line)),
  },
  allow: {
    args: "[number]",
    help: "run the code, once",
    decides: "code",
    run: (rest, { code, endpoint }) => {
      endpoint.code.answer(code.find(rest).item.run, "once");
      return [];
    },
  },
  deny: {
    args: "[number]",
    help: "don't run the code",
    decides: "code",
    run: (rest, { code, endpoint }) => {
      endpoint.code.answer(code.find(rest).item.run, "never");
      return [];
    },
  },
  ...draftCommands,
  pause: {
    args: "",
    help: "stop sharing with Claude Code until resume",
    run: (_rest, { endpoint }) => {
      endpoint.setPaused(true);
      return [
        "Sharing is paused. Tandem shares no selections, mentions or files with Claude Code until you type resume.",
      ];
    },
  },
  resume: {
    args: "",
    help: "resume sharing",
    run: (_rest, { endpoint }) => {
      endpoint.setPaused(false);
      return ["Sharing resumed."];
    },
  },
  restart: {
    args: "",
    help: "disconnect all clients and restart the endpoint",
    run: async (_rest, { endpoint, restartEndpoint }) => {
      await restartEndpoint();
      return [`Restarted on port ${endpoint.port}. Claude Code reconnects automatically.`];
    },
  },
  status: {
    args: "",
    help: "show clients, the open file and pending reviews",
    run: (_rest, context) => status(context),
  },
  help: { args: "", help: "list these commands", run: () => helpOf(lineCommands) },
  quit: {
    args: "",
    help: "stop Tandem",
    run: (_rest, { quit }) => {
      quit();
      return [];
    },
  },
};

/**
 * Adds the number of the item that the user saw to a decision without one. Call it as soon as the line is entered: another
 * item may be pending by the time the line runs.
 */
export function addShownNumber(line: string, { reviews, code }: Pick<ServeContext, "reviews" | "code">): string {
  const shown = { reviews: reviews.numberAtEntry(), code: code.numberAtEntry() };
  const { name, rest } = splitLine(line);
  const decides = Object.hasOwn(lineCommands, name) ? lineCommands[name]?.decides : undefined;
  const number = decides && rest === "" ? shown[decides] : undefined;
  return number === undefined ? line : `${name} ${number}`;
}
