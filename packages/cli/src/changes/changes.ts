/** `tandem changes`: lists what agents changed on disk, and keeps, undoes and restores it. */
import { realpathSync } from "node:fs";
import { relative, resolve } from "node:path";
import {
  type ChangeOutcome,
  type ChangeTarget,
  type OpenChange,
  removeStoredChanges,
  StoredChanges,
  type Turn,
} from "@tandem-ide/changes";
import type { Context } from "../context.js";
import { CommandError, exitCodes } from "../exit-codes.js";
import { checkDirectory } from "../ls/ls.js";
import { shownPath } from "../paths.js";
import { visible, visibleLine } from "../visible.js";
import type { ChangesOptions } from "./options.js";
import { printList } from "./print.js";

/** One run of the command. */
interface Call {
  readonly changes: StoredChanges;
  /** A real path. */
  readonly directory: string;
  readonly file: string | undefined;
  readonly options: ChangesOptions;
  readonly context: Context;
}

export async function changes(
  action: string,
  file: string | undefined,
  options: ChangesOptions,
  context: Context,
): Promise<number> {
  checkDirectory(options.cwd, context.cwd);
  const directory = realpathSync(resolve(context.cwd, options.cwd ?? "."));
  if (action === "remove") return remove(directory, options, context);
  const found = await StoredChanges.open(directory, { env: context.env });
  if (!found) {
    if (options.json) context.out.json({ turns: [], undone: [], problems: [] });
    else
      context.out.line(
        "No changes are recorded for this folder. Tandem records changes while an agent is connected to an editor.",
      );
    return action === "list" ? exitCodes.ok : exitCodes.no;
  }
  const call = { changes: found, directory, file, options, context };
  if (action === "list") return list(call);
  if (action === "show") return await show(call);
  return report(await decide(action, call), call);
}

function list({ changes: { list: found, folder }, options, context: { out } }: Call): number {
  if (options.json) out.json(found);
  else printList(found, folder, out);
  return exitCodes.ok;
}

function remove(directory: string, options: ChangesOptions, { env, out }: Context): number {
  const folder = removeStoredChanges(directory, { env });
  if (options.json) out.json({ removed: folder ?? null });
  else if (folder === undefined) out.line("Nothing is stored for this folder.");
  else
    out.line(`Removed everything stored for ${shownPath(visibleLine(folder))}. The files themselves weren't changed.`);
  return folder === undefined ? exitCodes.no : exitCodes.ok;
}

/** Returns the turn that the options name, or else the newest one with the file. */
function findTurn({ changes: { list: found }, options, directory }: Call, path: string | undefined): Turn {
  const { turns } = found;
  const turn =
    options.turn === undefined
      ? turns.find(({ files }) => files.some((each) => each.path === path || each.oldPath === path))
      : turns[options.turn - 1];
  if (turn) return turn;
  const what =
    options.turn === undefined
      ? `No changes in ${visibleLine(relative(directory, path ?? ""))}`
      : `There is no turn ${options.turn}`;
  throw new CommandError(exitCodes.cannotStart, `${what}.`, ["List the changes: tandem changes"]);
}

function pathOf({ file, directory }: Call): string | undefined {
  return file === undefined ? undefined : resolve(directory, file);
}

async function open(call: Call): Promise<OpenChange> {
  const path = pathOf(call);
  if (path === undefined)
    throw new CommandError(exitCodes.cannotStart, "Specify a file.", ["List the changes: tandem changes"]);
  const opened = await call.changes.open(findTurn(call, path).id, path);
  if ("whyNot" in opened)
    throw new CommandError(exitCodes.no, `${visibleLine(relative(call.directory, path))}: ${opened.whyNot}.`);
  return opened;
}

async function show(call: Call): Promise<number> {
  const { out } = call.context;
  const opened = await open(call);
  if (call.options.json) {
    out.json(opened);
    return exitCodes.ok;
  }
  const name = relative(call.changes.folder, opened.path);
  out.line(out.colors.bold(visible(name)));
  const [before, after] = [opened.before.split("\n"), opened.after.split("\n")];
  for (const [index, { oldStart, oldEnd, newStart, newEnd, hasUserEdits }] of opened.hunks.entries()) {
    const note = hasUserEdits ? ", which you edited too" : "";
    out.line(out.colors.cyan(`Change ${index + 1}, line ${newStart + 1}${note}`));
    for (const line of before.slice(oldStart, oldEnd)) out.line(out.colors.red(`-${visible(line)}`));
    for (const line of after.slice(newStart, newEnd)) out.line(out.colors.green(`+${visible(line)}`));
  }
  return exitCodes.ok;
}

async function targetOf(call: Call): Promise<ChangeTarget> {
  const { options } = call;
  const path = pathOf(call);
  if (path === undefined && options.turn === undefined)
    throw new CommandError(exitCodes.cannotStart, "Specify a file, or a turn with --turn.", [
      "List the changes: tandem changes",
    ]);
  const { id } = findTurn(call, path);
  if (path === undefined) return { turn: id };
  if (!options.hunk) return { turn: id, path };
  const { version, hunks } = await open(call);
  const indexes = options.hunk.map((number) => {
    if (hunks[Number(number) - 1]) return Number(number) - 1;
    throw new CommandError(exitCodes.cannotStart, `There is no change ${visibleLine(number)} in this file.`, [
      `Show its changes: tandem changes show ${visibleLine(relative(call.directory, path))}`,
    ]);
  });
  return { turn: id, path, hunks: { version, indexes } };
}

async function decide(action: string, call: Call): Promise<ChangeOutcome> {
  const { changes: stored, options, file } = call;
  const isConfirmed = options.yes ?? false;
  if (action === "keep") return await stored.keep(await targetOf(call));
  if (action === "undo") return await stored.undo(await targetOf(call), isConfirmed);
  const undone = stored.list.undone[Number(file ?? 1) - 1];
  if (undone) return await stored.restore(undone.id, isConfirmed);
  const message =
    file === undefined ? "There is nothing to restore." : `There is no undone change ${visibleLine(file)}.`;
  throw new CommandError(exitCodes.no, message, ["List the changes: tandem changes"]);
}

function report(outcome: ChangeOutcome, { options, context: { out, err } }: Call): number {
  if (options.json) out.json(outcome);
  else if (outcome.kind === "question") err.line(`${outcome.question} If so, run it again with --yes.`);
  else if (outcome.kind === "done") out.line(`${outcome.message}.`);
  else err.line(outcome.message);
  return outcome.kind === "done" ? exitCodes.ok : exitCodes.no;
}
