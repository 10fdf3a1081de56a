/** The page: joins files, editors and Tandem. */
import { diagnosticCount } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { languageSupportOf } from "@tandem/codemirror";
import { type Application, electronChannel, joinTandem } from "@tandem/codemirror/page";
import type { FilesBridge } from "../shared.js";
import { showMenu } from "./context-menu.js";
import { look, onLookChanged } from "./look.js";
import { Tabs } from "./tabs.js";
import { nameOf, Tree } from "./tree.js";
import { connectionWords, mentionWords } from "./words.js";

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

function say(words: string, kind: "info" | "warning" = "info"): void {
  const message = element("message");
  message.textContent = words;
  message.dataset.kind = kind;
}

/** Does what may fail, and says so where the user sees it. */
function attempt(work: () => unknown): void {
  Promise.resolve()
    .then(work)
    .catch((error: unknown) => say(error instanceof Error ? error.message : String(error), "warning"));
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
  reviewExtensions: (path) => {
    if (!languages.has(path)) attempt(() => loadLanguage(path));
    return [look(), languages.get(path) ?? []];
  },
};

/** Languages are loaded when they are needed first; what shows them is drawn again then. */
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
  onMentioned: (path, _lines, outcome) => say(mentionWords(nameOf(path), outcome)),
});

const tabs = new Tabs({
  files,
  bar: element("tabs"),
  editors: element("editors"),
  tandem: (path) => tandem.extension(path),
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
        run: () => attempt(async () => say(mentionWords(nameOf(path), await tandem.mention(path)))),
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

/** Offers a choice where a file was changed here and elsewhere. */
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
    `${file.name} was changed by another program. `,
    button("Take theirs", () => tabs.reload(file.path)),
    button("Keep mine", () => tabs.save(file.path, true)),
  );
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
});
tandem.onStatusChanged((status) => {
  const button = element("connection");
  button.textContent = connectionWords(status);
  button.title = status?.isPaused ? "Share with Claude again" : "Pause sharing with Claude";
  button.dataset.listening = String(status?.clients.filter(({ isListening }) => isListening).length ?? 0);
  button.dataset.paused = String(status?.isPaused ?? false);
});
element("connection").addEventListener("click", () => attempt(() => tandem.setPaused(!tandem.status?.isPaused)));
element("open-folder").addEventListener("click", () => attempt(() => files.openFolder()));
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key !== "s") return;
  event.preventDefault();
  saveFront();
});
addEventListener("beforeunload", (event) => {
  if (tabs.all.some((file) => file.isDirty)) event.preventDefault();
});
onLookChanged(() => {
  for (const file of tabs.all) file.lookChanged();
  tandem.reviewExtensionsChanged();
});
attempt(async () => showFolders(await files.folders()));
