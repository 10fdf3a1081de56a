/** The page: connects files, editors and Tandem. */
import { diagnosticCount } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { languageSupportOf } from "@tandem-ide/codemirror";
import { type Application, electronChannel, joinTandem } from "@tandem-ide/codemirror/page";
import type { FilesBridge } from "../shared.js";
import { showCompare } from "./compare.js";
import { showMenu } from "./context-menu.js";
import { editorTheme, onColourSchemeChanged } from "./editor-theme.js";
import type { OpenFile } from "./open-file.js";
import { changedFilesText, connectionText, mentionText } from "./status-text.js";
import { Tabs } from "./tabs.js";
import { nameOf, Tree } from "./tree.js";

declare global {
  interface Window {
    readonly files: FilesBridge;
  }
}

const { files } = window;

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}`);
  return found;
}

function showMessage(text: string, kind: "info" | "warning" = "info"): void {
  const message = element("message");
  message.textContent = text;
  message.dataset.kind = kind;
}

/** Runs something and shows its error to the user. */
function attempt(work: () => unknown): void {
  Promise.resolve()
    .then(work)
    .catch((error: unknown) => showMessage(error instanceof Error ? error.message : String(error), "warning"));
}

const application: Application = {
  tabs: () =>
    tabs.all.map((file) => ({
      path: file.path,
      isActive: file === tabs.front,
      isDirty: file.isDirty,
      isPreview: file.isPreview,
    })),
  openFile: async (path, { preview, takeFocus }) => (await tabs.open(path, preview, takeFocus)).view,
  save: (path) => tabs.save(path),
  closeTab: (path) => tabs.close(path),
  reviewParent: element("reviews"),
  changesParent: element("changes"),
  reviewExtensions: (path) => {
    if (path && !languages.has(path)) attempt(() => loadLanguage(path));
    return [editorTheme(), languages.get(path) ?? []];
  },
};

/** Languages load on demand. */
const languages = new Map<string, Extension>();
async function loadLanguage(path: string): Promise<void> {
  const support = await languageSupportOf(path);
  if (!support) return;
  languages.set(path, support);
  tandem.reviewExtensionsChanged();
}

const tandem = joinTandem({
  channel: electronChannel(),
  application,
  onMentioned: (path, _lines, outcome) => showMessage(mentionText(nameOf(path), outcome)),
});

const tabs = new Tabs({
  files,
  bar: element("tabs"),
  editors: element("editors"),
  tandem: (path) => [tandem.changeMarks(path), tandem.extension(path)],
  changed: () => {
    tree.setFront(tabs.front?.path);
    showState();
    tandem.tabsChanged();
  },
  confirmDiscard: (name) => confirm(`${name} has unsaved changes. Close it without saving?`),
});

const tree = new Tree({
  element: element("tree"),
  files,
  open: (path, isPreview) => attempt(() => tabs.open(path, isPreview, true)),
  menu: (path, x, y) =>
    showMenu(x, y, [
      {
        label: "Mention in Claude",
        run: () => attempt(async () => showMessage(mentionText(nameOf(path), await tandem.mention(path)))),
      },
    ]),
});

function showState(): void {
  const file = tabs.front;
  element("empty").hidden = file !== undefined;
  document.title = file ? `${file.name} - Electron Editor` : "Electron Editor";
  const state = file?.view.state;
  const line = state?.doc.lineAt(state.selection.main.head);
  element("cursor").textContent =
    state && line ? `Ln ${line.number}, Col ${state.selection.main.head - line.from + 1}` : "";
  const problems = state ? diagnosticCount(state) : 0;
  element("problems").textContent = problems === 0 ? "" : problems === 1 ? "1 problem" : `${problems} problems`;
  showNotice();
}

/** Offers a choice if the active file has changed both here and on disk. */
function showNotice(): void {
  const notice = element("notice");
  const file = tabs.front;
  notice.hidden = !file?.isOutdated;
  if (!file?.isOutdated || notice.dataset.path === file.path) {
    if (notice.hidden) delete notice.dataset.path;
    return;
  }
  notice.dataset.path = file.path;
  const button = (label: string, run: () => unknown) => {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: label });
    made.addEventListener("click", () => attempt(run));
    return made;
  };
  notice.replaceChildren(
    `${file.name} has changed on disk. `,
    button("Compare", () => compare(file)),
    button("Reload from disk", () => tabs.reload(file.path)),
    button("Overwrite", () => tabs.save(file.path, true)),
  );
}

async function compare({ path, name, text }: OpenFile): Promise<void> {
  const onDisk = await tabs.onDisk(path);
  showCompare({
    parent: element("compare"),
    name,
    onDisk,
    unsaved: text,
    extensions: [editorTheme(), languages.get(path) ?? []],
    use: (result) => tabs.merge(path, onDisk, result),
  });
}

function showFolders(folders: readonly string[]): void {
  element("folder-name").textContent = folders.map(nameOf).join(", ") || "No folder";
  attempt(() => tree.setFolders(folders));
}

const saveFront = () => {
  const { front } = tabs;
  if (front) attempt(() => tabs.save(front.path));
};

files.onChanged((change) => {
  if (change.kind === "folders") showFolders(change.folders);
  if (change.kind === "folder") attempt(() => tree.changed(change.path));
  if (change.kind === "file") attempt(() => tabs.changedOnDisk(change.path));
  if (change.kind === "command" && change.command === "save") saveFront();
  if (change.kind === "command" && change.command === "close" && tabs.front) tabs.close(tabs.front.path);
  if (change.kind === "command" && change.command === "show-changes") tandem.showChanges();
  if (change.kind === "command" && change.command === "show-reviews") tandem.showReviews();
  if (change.kind === "command" && change.command === "show-decisions") attempt(() => tandem.showEndedReviews());
});
tandem.onStatusChanged((status) => {
  const button = element("connection");
  button.textContent = connectionText(status);
  button.title = status?.isPaused ? "Resume sharing with Claude" : "Pause sharing with Claude";
  button.dataset.listening = String(status?.clients.filter(({ isListening }) => isListening).length ?? 0);
  button.dataset.paused = String(status?.isPaused ?? false);
});
tandem.changes.onChanged(() => {
  const button = element("changed-files");
  button.textContent = changedFilesText(tandem.changes.list);
  button.hidden = button.textContent === "";
});
element("changed-files").addEventListener("click", () => tandem.showChanges());
element("connection").addEventListener("click", () => attempt(() => tandem.setPaused(!tandem.status?.isPaused)));
element("open-folder").addEventListener("click", () => attempt(() => files.openFolder()));
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey)) return;
  if (event.key === "s") saveFront();
  else if (event.shiftKey && event.key.toLowerCase() === "g") tandem.showChanges();
  else return;
  event.preventDefault();
});
addEventListener("beforeunload", (event) => {
  if (tabs.all.some((file) => file.isDirty)) event.preventDefault();
});
onColourSchemeChanged(() => {
  for (const file of tabs.all) file.themeChanged();
  tandem.reviewExtensionsChanged();
});
attempt(async () => showFolders(await files.folders()));
