/** What can be typed while serving: for whoever is in a terminal and has no browser at hand. */
import { statSync } from "node:fs";
import type { TextRange } from "@tandem/base";
import type { Endpoint } from "@tandem/server";
import type { LanguageTools, Workbench, WorkbenchEditor } from "@tandem/workbench";
import type { Colors } from "../output.js";
import { helpOf, type LineCommand, splitLine } from "../prompt/run-line.js";
import { visible, visibleName } from "../visible.js";
import type { CodeDesk } from "./code-desk.js";
import { draftCommands } from "./draft-commands.js";
import { type Place, parsePlace } from "./place.js";
import type { ReviewDesk } from "./review-desk.js";
import { unifiedDiff } from "./unified-diff.js";

/** What the commands work on. */
export interface Desk {
  readonly workbench: Workbench;
  readonly editor: WorkbenchEditor;
  readonly ide: Endpoint;
  readonly reviews: ReviewDesk;
  readonly code: CodeDesk;
  readonly languageTools?: LanguageTools | undefined;
  readonly cwd: string;
  readonly colors: Colors;
  shorten(path: string): string;
  /** Opens the page in the browser, or says how to get there. */
  openPage(): Promise<readonly string[]>;
  restartEndpoint(): Promise<void>;
  quit(): void;
}

/** Whole lines: to the start of the next one, so that an empty last line counts too. */
function linesOf(text: string, { start, end }: NonNullable<Place["lines"]>): TextRange {
  const lines = text.split("\n");
  if (start >= lines.length) throw new Error(`The file has only ${lines.length} lines.`);
  const last = Math.min(end, lines.length - 1);
  const isLast = last === lines.length - 1;
  return {
    start: { line: start, character: 0 },
    end: isLast ? { line: last, character: lines[last]?.length ?? 0 } : { line: last + 1, character: 0 },
  };
}

function placeOf(rest: string, { editor, cwd }: Desk): Place {
  return parsePlace(rest, [...new Set([...editor.workspaceFolders, cwd])]);
}

function label({ path, lines }: Place, desk: Desk): string {
  const name = visible(desk.shorten(path));
  if (!lines) return name;
  return `${name}:${lines.start + 1}${lines.end > lines.start ? `-${lines.end + 1}` : ""}`;
}

async function open(rest: string, desk: Desk): Promise<string[]> {
  const place = placeOf(rest, desk);
  const { path, lines } = place;
  if (statSync(path).isDirectory()) throw new Error(`${label(place, desk)} is a folder. Only files can be opened.`);
  const locate = lines ? (text: string) => linesOf(text, lines) : undefined;
  await desk.editor.openFile({ path, preview: false, takeFocus: true, ...(locate && { locate }) });
  const withheld = desk.ide.whyWithheld(path);
  return [
    `Opened ${label(place, desk)}.${withheld ? ` Claude Code does not see it: ${withheld.message} (${visibleName(withheld.rule ?? withheld.source)}).` : ""}`,
  ];
}

function mention(rest: string, desk: Desk): string[] {
  const place = placeOf(rest, desk);
  const outcome = desk.workbench.mention(place);
  const name = label(place, desk);
  switch (outcome.status) {
    case "sent":
      return [`Mentioned ${name} to ${outcome.clients} client${outcome.clients === 1 ? "" : "s"}.`];
    case "queued":
      return [`No client listens yet: ${name} is mentioned to the next one.`];
    case "withheld":
    case "refused":
      return [`${name} was not mentioned: ${visibleName(outcome.reason)}.`];
  }
}

function listReviews({ reviews, shorten, colors }: Desk): string[] {
  if (reviews.all.length === 0) return ["No review waits."];
  return reviews.all.map(({ number, item: { review, facts } }) => {
    const { added, removed } = facts;
    const size = `${colors.green(`+${added}`)} ${colors.red(`−${removed}`)}`;
    return `${number}  ${visible(shorten(review.path))}  ${size}${review.isNewFile ? "  new file" : ""}`;
  });
}

async function status({ ide, editor, workbench, languageTools, shorten }: Desk): Promise<string[]> {
  const { clients, queuedMentions, isPaused } = ide.status;
  const active = await editor.currentSelection();
  const servers = (languageTools?.status?.() ?? []).map(({ server, state, needsTrust }) =>
    visible(`${server} (${needsTrust ? "not started before you trust its folder" : state})`),
  );
  const names = clients.map(({ name, version, pid }) =>
    visible(`${name} ${version}${pid === undefined ? "" : ` (process ${pid})`}`),
  );
  return [
    `Port      ${ide.port}${isPaused ? ", sharing is paused" : ""}`,
    `Clients   ${names.join(", ") || "none"}`,
    `File      ${active ? visible(shorten(active.path)) : "none is open"}`,
    `Reviews   ${workbench.reviews.all.length}`,
    `Windows   ${workbench.windows.all.length || "none is open: type page"}`,
    ...(servers.length > 0 ? [`Servers   ${servers.join(", ")}`] : []),
    ...(queuedMentions > 0 ? [`Mentions  ${queuedMentions} wait for a client`] : []),
  ];
}

const place = "<file[:a-b]>";

interface DeskCommand extends LineCommand<Desk> {
  /** Answers one of these; without a number it means the one that was shown when the line was entered. */
  readonly decides?: "reviews" | "code";
}

export const lineCommands: Readonly<Record<string, DeskCommand>> = {
  page: {
    takes: "",
    help: "open the page in the browser, or print a new link to it",
    run: (_rest, desk) => desk.openPage(),
  },
  open: { takes: place, help: "open a file, and select lines a to b", run: open },
  mention: { takes: place, help: "put a file or folder, or lines of it, into the prompt", run: mention },
  reviews: { takes: "", help: "list the edits that wait for you", run: (_rest, desk) => listReviews(desk) },
  show: {
    takes: "[n]",
    help: "show an edit as a diff",
    run: (rest, { reviews, shorten, colors }) => {
      const { path, oldText, result, isNewFile } = reviews.find(rest).item.review;
      // As it is by now: it may have been edited in the page.
      return unifiedDiff({ oldText, newText: result, isNewFile }, shorten(path), colors);
    },
  },
  accept: {
    takes: "[n]",
    help: "accept an edit",
    decides: "reviews",
    run: async (rest, { workbench, reviews }) => {
      const { number } = reviews.find(rest);
      // What was just typed into it in the page is part of it.
      await workbench.windows.flush();
      reviews.decide(String(number), true);
      return [];
    },
  },
  reject: {
    takes: "[n]",
    help: "reject an edit",
    decides: "reviews",
    run: (rest, { reviews }) => {
      reviews.decide(rest, false);
      return [];
    },
  },
  code: {
    takes: "[number]",
    help: "show code that waits to be allowed",
    run: (rest, { code }) =>
      code
        .find(rest)
        .item.code.split("\n")
        .map((line) => visible(line)),
  },
  allow: {
    takes: "[number]",
    help: "let code run, once",
    decides: "code",
    run: (rest, { code, ide }) => {
      ide.code.answer(code.find(rest).item.run, "once");
      return [];
    },
  },
  deny: {
    takes: "[number]",
    help: "do not let code run",
    decides: "code",
    run: (rest, { code, ide }) => {
      ide.code.answer(code.find(rest).item.run, "never");
      return [];
    },
  },
  ...draftCommands,
  pause: {
    takes: "",
    help: "share nothing until resume",
    run: (_rest, { ide }) => {
      ide.setPaused(true);
      return ["Paused: Claude Code sees no selection, mention or file until you type resume."];
    },
  },
  resume: {
    takes: "",
    help: "share again",
    run: (_rest, { ide }) => {
      ide.setPaused(false);
      return ["Sharing again."];
    },
  },
  restart: {
    takes: "",
    help: "end every connection to Claude Code and take them up again",
    run: async (_rest, desk) => {
      await desk.restartEndpoint();
      return [`Restarted on port ${desk.ide.port}. Claude Code comes back by itself.`];
    },
  },
  status: { takes: "", help: "who is connected, what is open", run: (_rest, desk) => status(desk) },
  help: {
    takes: "",
    help: "this list",
    run: () => helpOf(lineCommands),
  },
  quit: {
    takes: "",
    help: "end it",
    run: (_rest, desk) => {
      desk.quit();
      return [];
    },
  },
};

/**
 * To be called at once when a line is entered: puts the number of what was shown into an answer that has none. What waits
 * may be another by the time the line runs.
 */
export function withNumberShown(line: string, desk: Pick<Desk, "reviews" | "code">): string {
  const shown = { reviews: desk.reviews.entered(), code: desk.code.entered() };
  const { word, rest } = splitLine(line);
  const decides = Object.hasOwn(lineCommands, word) ? lineCommands[word]?.decides : undefined;
  const number = decides && rest === "" ? shown[decides] : undefined;
  return number === undefined ? line : `${word} ${number}`;
}
