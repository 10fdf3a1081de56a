/** Handles the requests of windows. Parameters are parsed by the schema of the method. */
import { lstatSync } from "node:fs";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { setComments } from "@tandem-ide/base/review";
import { answeredTooLate } from "@tandem-ide/server";
import { describeFileError } from "@tandem-ide/server/files";
import { type Method, type Params, requestSchemas } from "../messages.js";
import { changeHandlers } from "./changes/change-requests.js";
import { languageHandlers } from "./language/language-requests.js";
import type { Notebooks } from "./notebooks/notebooks.js";
import { addRule, privacyFile, privacyRules, ruleFor } from "./privacy-file.js";
import type { Handler, Handlers, RequestContext } from "./request-context.js";
import type { WorkbenchWindow } from "./windows.js";
import type { Workbench } from "./workbench.js";

function reviewOf(id: string, { workbench }: RequestContext) {
  const review = workbench.reviews.get(id);
  if (!review) throw new Error("This review has ended: it was decided elsewhere or withdrawn");
  return review;
}

function documentOf(name: string, context: RequestContext) {
  if (name.startsWith("review:")) return reviewOf(name.slice("review:".length), context).result;
  return context.workbench.documents.expect(name).shared;
}

function notebooksOf({ notebooks }: RequestContext): Notebooks {
  if (!notebooks) throw new Error("Code can't run: Tandem was started with --no-kernel");
  return notebooks;
}

/** Creates an empty file and its folders. Never replaces anything, not even a dangling link. */
async function createFile(path: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, "", { flag: "wx" });
  } catch (error) {
    if (lstatSync(path, { throwIfNoEntry: false })) throw new Error(`${basename(path)} already exists`);
    throw new Error(`${basename(path)} couldn't be created: ${describeFileError(error)}`);
  }
}

async function openInFront(path: string, window: WorkbenchWindow, workbench: Workbench): Promise<void> {
  const { tab } = await workbench.open(path, false, window.view.group);
  window.view.show(tab);
  workbench.show(tab, true);
}

const handlers: Handlers<Method> = {
  "document.open": ({ path }, _window, { workbench }) => {
    const { text, version } = workbench.documents.expect(path).shared;
    return { text: text.toString(), version, selection: workbench.selections.get(path) };
  },
  "document.push": ({ document, version, clientId, updates }, _window, context) =>
    documentOf(document, context).push(version, clientId, updates),
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
    // Text just typed in another window counts as unsaved too.
    await workbench.windows.flush();
    const tab = workbench.tabs.get(id);
    if (tab?.kind === "review") workbench.closeReview(tab);
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
  "window.focus": ({ isFocused }, window, { workbench, changes }) => {
    if (!isFocused) return;
    workbench.windows.focus(window);
    // Where the system can't watch files, check again now that the user is back.
    workbench.watches.changedAll();
    changes?.refresh();
    workbench.activeChanged();
  },
  "window.selection": ({ path, version, shown, anchor, head, text }, window, { workbench }) => {
    const document = workbench.documents.get(path);
    // Made in an older version of the text or before Claude's selection: the page sends it again when it has caught up.
    if (document?.shared.version !== version || shown !== window.showCount) return;
    if (window === workbench.windows.current) workbench.select(document, { anchor, head, text });
  },
  "window.leave": (_params, window, { workbench }) => workbench.windows.leave(window),

  mention: ({ path, lines, clientId }, _window, { workbench }) =>
    workbench.mention({ path, ...(lines && { lines }), ...(clientId !== undefined && { clientId }) }),

  "review.open": ({ review }, _window, context) => reviewOf(review, context).texts,
  "review.decide": async ({ review: id, accepted, reason }, _window, context) => {
    const shared = reviewOf(id, context);
    shared.decide(accepted, reason);
    return await context.tell(shared.review.client.id, [shared.review], reason);
  },
  "review.comment": ({ review: id, comments }, window, context) => {
    const { review } = reviewOf(id, context);
    setComments(review, comments);
    for (const other of context.workbench.windows.all)
      if (other !== window) other.send("review.comments", { review: id, comments });
  },
  "review.keep": ({ review }, window, { workbench }) => {
    const tab = workbench.keepReview(review, window.view.group);
    window.view.show(tab);
    return { tab: tab.id };
  },
  "review.records": (_params, _window, { endpoint }) => endpoint.endedReviews,
  "review.decide-all": async ({ client, accepted }, _window, { workbench, endpoint, tell }) => {
    // Text just typed in any window belongs to the reviews.
    await workbench.windows.flush();
    const decided = workbench.reviews.all.map(({ review }) => review).filter((review) => review.client.id === client);
    // The user has already decided on these.
    workbench.rejections.finish(client);
    const left = endpoint.decideReviews(accepted, client).length;
    return { left, feedback: await tell(client, decided) };
  },

  "tree.list": async ({ path }, window, { workbench, tree, shownFolders }) => {
    const entries = await tree.list(path);
    // The window may have disconnected in the meantime.
    if (workbench.windows.all.includes(window)) shownFolders.show(window, path, tree);
    return entries;
  },
  "tree.forget": ({ path }, window, { shownFolders }) => shownFolders.forget(window, path),
  "files.find": ({ query, limit }, _window, { finder }) => finder.find(query, Math.min(limit, 500)),
  "file.create": async ({ path: given }, window, { workbench, tree }) => {
    const path = tree.resolve(given);
    await createFile(path);
    await workbench.reportSaved(path);
    await openInFront(path, window, workbench);
  },
  "folder.add": ({ path }, _window, { workbench }) => workbench.setFolders([...workbench.folders, path]),
  "folder.remove": ({ path }, _window, { workbench }) =>
    workbench.setFolders(workbench.folders.filter((folder) => folder !== path)),

  "sharing.pause": ({ isPaused }, _window, { endpoint }) => endpoint.setPaused(isPaused),
  "endpoint.restart": (_params, _window, { endpoint }) => endpoint.restart(),
  "privacy.rules": (_params, _window, { workbench, hiddenFiles }) => privacyRules(workbench.folders, hiddenFiles),
  "privacy.hide": async ({ path }, _window, { workbench, endpoint }) => {
    const found = await stat(path).catch((error) => {
      throw new Error(`${basename(path)} couldn't be hidden: ${describeFileError(error)}`);
    });
    const { file, rule } = ruleFor(path, found.isDirectory(), workbench.folders);
    if (workbench.documents.get(file)?.isDirty) throw new Error(`${file} has unsaved changes. Save them first.`);
    await addRule(file, rule);
    await workbench.reportSaved(file);
    await workbench.documents.get(file)?.checkDisk();
    endpoint.privacyChanged();
    workbench.watches.changedAll();
  },
  "privacy.edit": async ({ folder }, window, { workbench }) => {
    if (!workbench.folders.includes(folder)) throw new Error(`${folder} isn't a workspace folder`);
    const { file, isNew } = await privacyFile(folder);
    if (isNew) await workbench.reportSaved(file);
    await openInFront(file, window, workbench);
  },

  "terminal.start": ({ columns, rows }, _window, { terminal }) => terminal.start(columns, rows),
  "terminal.write": ({ data }, _window, { terminal }) => terminal.write(data),
  "terminal.resize": ({ columns, rows }, _window, { terminal }) => terminal.resize(columns, rows),
  "terminal.stop": (_params, _window, { terminal }) => terminal.stop(),

  "draft.texts": ({ draft }, _window, { workbench }) => workbench.drafts.texts(draft),
  "draft.restore": async ({ draft }, window, { workbench }) => {
    const tab = await workbench.restoreDraft(draft, window.view.group);
    window.view.show(tab);
    workbench.activeChanged();
    return { tab: tab.id };
  },
  "draft.discard": ({ draft }, _window, { workbench }) => workbench.drafts.discard(draft),
  "notebook.run": async ({ path, cells }, _window, context) => ({
    status: await notebooksOf(context).run(path, cells),
  }),
  "kernel.interrupt": ({ path }, _window, context) => notebooksOf(context).interrupt(path),
  "kernel.restart": ({ path }, _window, context) => notebooksOf(context).restart(path),
  "code.decide": ({ run, answer }, _window, { endpoint }) => {
    if (!endpoint.code.answer(run, answer)) throw new Error(answeredTooLate);
  },
  "code.ask-again": (_params, _window, { endpoint }) => endpoint.code.askAgain(),

  ...changeHandlers,
  ...languageHandlers,
};

function isMethod(name: string): name is Method {
  return Object.hasOwn(requestSchemas, name);
}

async function run<M extends Method>(method: M, params: unknown, window: WorkbenchWindow, context: RequestContext) {
  const parsed = requestSchemas[method].safeParse(params);
  if (!parsed.success) throw new Error(`Invalid parameters for ${method}`);
  const handler: Handler<M> = handlers[method];
  return await handler(parsed.data as Params<M>, window, context);
}

export async function answer(
  window: WorkbenchWindow,
  method: string,
  params: unknown,
  context: RequestContext,
): Promise<unknown> {
  if (!isMethod(method)) throw new Error(`Unknown method: ${method}`);
  return await run(method, params, window, context);
}
