/** What can be typed while serving: for whoever is in a terminal and has no browser at hand. */
import { statSync } from "node:fs";
import type { Ide, Range } from "@tandem/server";
import type { LanguageTools, Workbench, WorkbenchEditor } from "@tandem/workbench";
import type { Colors } from "../output.js";
import { helpOf, type LineCommands } from "../prompt/run-line.js";
import { visible } from "../visible.js";
import type { CodeDesk } from "./code-desk.js";
import { type Place, parsePlace } from "./place.js";
import type { ReviewDesk } from "./review-desk.js";
import { unifiedDiff } from "./unified-diff.js";

/** What the commands work on. */
export interface Desk {
  readonly workbench: Workbench;
  readonly editor: WorkbenchEditor;
  readonly ide: Ide;
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
function linesOf(text: string, { start, end }: NonNullable<Place["lines"]>): Range {
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
    `Opened ${label(place, desk)}.${withheld ? ` Claude Code does not see it: ${withheld.message} (${withheld.rule ?? withheld.source}).` : ""}`,
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
      return [`${name} was not mentioned: ${outcome.reason}.`];
  }
}

function listReviews({ reviews, shorten, colors }: Desk): string[] {
  if (reviews.all.length === 0) return ["No review waits."];
  return reviews.all.map(({ number, review: { proposal, facts } }) => {
    const { added, removed } = facts;
    const size = `${colors.green(`+${added}`)} ${colors.red(`−${removed}`)}`;
    return `${number}  ${visible(shorten(proposal.path))}  ${size}${proposal.isNewFile ? "  new file" : ""}`;
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

export const lineCommands: LineCommands<Desk> = {
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
      const { proposal, texts } = reviews.find(rest).review;
      // As it is by now: it may have been edited in the page.
      const edited = { ...proposal, newText: texts.result.text };
      return unifiedDiff(edited, shorten(proposal.path), colors);
    },
  },
  accept: {
    takes: "[n]",
    help: "accept an edit",
    run: async (rest, { workbench, reviews }) => {
      // What was just typed into it in the page is part of it.
      await workbench.windows.flush();
      reviews.accept(rest);
      return [];
    },
  },
  reject: {
    takes: "[n]",
    help: "reject an edit",
    run: (rest, { reviews }) => {
      reviews.reject(rest);
      return [];
    },
  },
  code: {
    takes: "[number]",
    help: "show code that waits to be allowed",
    run: (rest, { code }) =>
      code
        .find(rest)
        .code.split("\n")
        .map((line) => visible(line)),
  },
  allow: {
    takes: "[number]",
    help: "let code run, once",
    run: (rest, { code, workbench }) => {
      workbench.permissions.answer(code.find(rest).run, "once");
      return [];
    },
  },
  deny: {
    takes: "[number]",
    help: "do not let code run",
    run: (rest, { code, workbench }) => {
      workbench.permissions.answer(code.find(rest).run, "never");
      return [];
    },
  },
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
