/** What a window may ask, as a table: parsed once by the schema of the method, then done. */
import { lstatSync } from "node:fs";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { whyUnreadable } from "@tandem/server/files";
import { type Method, type Params, requestSchemas } from "../messages.js";
import { draftHandlers } from "./drafts/draft-requests.js";
import { languageHandlers } from "./language/language-requests.js";
import { notebookHandlers } from "./notebooks/notebook-requests.js";
import { addRule, privacyFile, privacyRules, ruleFor } from "./privacy-file.js";
import type { Handler, Handlers, Rooms } from "./rooms.js";
import type { WorkbenchWindow } from "./windows.js";

function reviewOf(id: string, { workbench }: Rooms) {
  const review = workbench.reviews.get(id);
  if (!review) throw new Error("This review is over: it was decided elsewhere, or taken back");
  return review;
}

function documentOf(name: string, rooms: Rooms) {
  if (name.startsWith("review:")) return reviewOf(name.slice("review:".length), rooms).result;
  const document = rooms.workbench.documents.get(name);
  if (!document) throw new Error(`${basename(name)} is not open any more`);
  return document.shared;
}

/** Makes an empty file with the folders it needs, never in the place of anything, a link to nowhere included. */
async function makeFile(path: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, "", { flag: "wx" });
  } catch (error) {
    if (lstatSync(path, { throwIfNoEntry: false })) throw new Error(`${basename(path)} is there already`);
    throw new Error(`${basename(path)} cannot be made: ${whyUnreadable(error)}`);
  }
}

const handlers: Handlers<Method> = {
  "document.open": ({ path }, _window, { workbench }) => {
    const shared = workbench.documents.get(path)?.shared;
    if (!shared) throw new Error(`${basename(path)} is not open any more`);
    return { text: shared.text.toString(), version: shared.version, selection: workbench.selections.get(path) };
  },
  "document.push": ({ document, version, clientId, updates }, _window, rooms) =>
    documentOf(document, rooms).push(version, clientId, updates),
  "document.save": async ({ path, overwrite }, _window, { workbench, endpoint }) => {
    const status = await workbench.save(path, overwrite);
    endpoint.privacyChanged();
    return { status };
  },
  "document.reload": ({ path }, _window, { workbench }) => workbench.documents.get(path)?.reload(),

  "tab.open": async ({ path, preview, group }, window, { workbench }) => {
    const { tab } = await workbench.open(path, preview, group ?? window.view.group);
    window.view.show(tab);
    workbench.activeChanged();
    return { tab: tab.id };
  },
  "tab.close": async ({ tab: id, discard }, _window, { workbench }) => {
    // What was just typed in another window counts as unsaved too.
    await workbench.windows.flush();
    const tab = workbench.tabs.get(id);
    if (tab?.kind === "review") workbench.reviews.get(tab.review)?.review.reject();
    if (tab?.kind !== "file") return { status: "closed" };
    const isLast = workbench.tabs.files.filter(({ path }) => path === tab.path).length === 1;
    if (isLast && !discard && workbench.documents.get(tab.path)?.isDirty) return { status: "unsaved-changes" };
    workbench.tabs.close(id);
    return { status: "closed" };
  },
  "tab.keep": ({ tab, isPinned }, _window, { workbench }) => workbench.tabs.keep(tab, isPinned),
  "tab.move": ({ tab, group, index }, window, { workbench }) => {
    workbench.tabs.move(tab, group, index);
    const moved = workbench.tabs.get(tab);
    if (moved) window.view.show(moved);
    workbench.activeChanged();
  },

  "window.view": (view, window, { workbench }) => {
    window.view.set(view);
    workbench.activeChanged();
  },
  "window.focus": ({ isFocused }, window, { workbench }) => {
    if (!isFocused) return;
    workbench.windows.focus(window);
    // Where the system cannot watch, this is when the user would notice.
    workbench.watches.changedAll();
    workbench.activeChanged();
  },
  "window.selection": ({ path, version, shown, anchor, head, text }, window, { workbench }) => {
    const document = workbench.documents.get(path);
    // Of an older text, or from before Claude selected: the page says it again when it has heard of the newer one.
    if (document?.shared.version !== version || shown !== window.shown) return;
    if (window === workbench.windows.current) workbench.select(document, { anchor, head, text });
  },
  "window.leave": (_params, window, { workbench }) => workbench.windows.leave(window),

  mention: ({ path, lines, clientId }, _window, { workbench }) =>
    workbench.mention({ path, ...(lines && { lines }), ...(clientId !== undefined && { clientId }) }),

  "review.open": ({ review }, _window, rooms) => reviewOf(review, rooms).texts,
  "review.decide": ({ review, accepted }, _window, rooms) => reviewOf(review, rooms).decide(accepted),

  "tree.list": async ({ path }, window, { workbench, tree, shownFolders }) => {
    const entries = await tree.list(path);
    // One that has gone meanwhile has been forgotten already.
    if (workbench.windows.all.includes(window)) shownFolders.show(window, path, tree);
    return entries;
  },
  "tree.forget": ({ path }, window, { shownFolders }) => shownFolders.forget(window, path),
  "files.find": ({ query, limit }, _window, { finder }) => finder.find(query, Math.min(limit, 500)),
  "file.create": async ({ path: given }, window, { workbench, tree }) => {
    const path = tree.resolve(given);
    await makeFile(path);
    const { tab } = await workbench.open(path, false, window.view.group);
    window.view.show(tab);
    workbench.show(tab, true);
  },
  "folder.add": ({ path }, _window, { workbench }) => workbench.setFolders([...workbench.folders, path]),
  "folder.remove": ({ path }, _window, { workbench }) =>
    workbench.setFolders(workbench.folders.filter((folder) => folder !== path)),

  "sharing.pause": ({ isPaused }, _window, { endpoint }) => endpoint.setPaused(isPaused),
  "endpoint.restart": (_params, _window, { endpoint }) => endpoint.restart(),
  "privacy.rules": (_params, _window, { workbench, withhold }) => privacyRules(workbench.folders, withhold),
  "privacy.withhold": async ({ path }, _window, { workbench, endpoint }) => {
    const found = await stat(path).catch((error) => {
      throw new Error(`${basename(path)} cannot be withheld: ${whyUnreadable(error)}`);
    });
    const { file, rule } = ruleFor(path, found.isDirectory(), workbench.folders);
    // Unsaved rules of the user are theirs to save.
    if (workbench.documents.get(file)?.isDirty) throw new Error(`${file} has unsaved changes: save them first`);
    await addRule(file, rule);
    await workbench.documents.get(file)?.checkDisk();
    endpoint.privacyChanged();
    workbench.watches.changedAll();
  },
  "privacy.edit": async ({ folder }, window, { workbench }) => {
    if (!workbench.folders.includes(folder)) throw new Error(`${folder} is not a folder of this workspace`);
    const { tab } = await workbench.open(await privacyFile(folder), false, window.view.group);
    window.view.show(tab);
    workbench.show(tab, true);
  },

  "terminal.start": ({ columns, rows }, _window, { terminal }) => terminal.start(columns, rows),
  "terminal.write": ({ data }, _window, { terminal }) => terminal.write(data),
  "terminal.resize": ({ columns, rows }, _window, { terminal }) => terminal.resize(columns, rows),
  "terminal.stop": (_params, _window, { terminal }) => terminal.stop(),

  ...draftHandlers,
  ...notebookHandlers,
  ...languageHandlers,
};

function isMethod(name: string): name is Method {
  return Object.hasOwn(requestSchemas, name);
}

async function run<M extends Method>(method: M, params: unknown, window: WorkbenchWindow, rooms: Rooms) {
  const parsed = requestSchemas[method].safeParse(params);
  if (!parsed.success) throw new Error(`The page asked ${method} in a way that makes no sense`);
  const handler: Handler<M> = handlers[method];
  return await handler(parsed.data as Params<M>, window, rooms);
}

/** Answers a window; rejects with words for people. */
export async function answer(window: WorkbenchWindow, method: string, params: unknown, rooms: Rooms): Promise<unknown> {
  if (!isMethod(method)) throw new Error(`The page asked for something that this Tandem does not know: ${method}`);
  return await run(method, params, window, rooms);
}
