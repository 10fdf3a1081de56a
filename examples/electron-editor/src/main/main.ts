/** The main process: windows, files, and the endpoint that Claude Code finds. */
import { join } from "node:path";
import { ChangeRecorder } from "@tandem-ide/changes";
import { EditorHost, type EditorHostOptions, electronChannels } from "@tandem-ide/codemirror/host";
import { changed, type FilesChange, requests } from "../shared.js";
import type { BrowserWindow, Electron, FrameEvent } from "./electron.js";
import { Files } from "./files.js";
import { setMenu } from "./menu.js";
import { pageAddress, pageHandler, scheme } from "./page-protocol.js";

export interface EditorOptions {
  readonly electron: Electron;
  readonly folders: readonly string[];
  /** The folder with preload.cjs and `page`. */
  readonly resources: string;
  readonly tandem?: Partial<EditorHostOptions>;
}

/** Starts the editor. Call it before Electron is ready, because a scheme can't be registered later. */
export async function startEditor({ electron, folders, resources, tandem }: EditorOptions): Promise<EditorHost> {
  const { app, ipcMain, protocol, dialog } = electron;
  protocol.registerSchemesAsPrivileged([{ scheme, privileges: { standard: true, secure: true } }]);
  await app.whenReady();
  protocol.handle(scheme, pageHandler(join(resources, "page")));

  const windows = new Set<BrowserWindow>();
  const send = (window: BrowserWindow, change: FilesChange) => {
    if (!window.isDestroyed()) window.webContents.send(changed, change);
  };
  const broadcast = (change: FilesChange) => {
    for (const window of windows) send(window, change);
  };
  const files = new Files(broadcast, (path) => host.saved(path));
  files.setFolders(folders);
  const openWindow = () => void newWindow(electron, resources, windows);
  // A window that is reloading still counts and will show pending reviews.
  const onWindowWanted = () => {
    if (windows.size === 0) openWindow();
  };
  const changes = new ChangeRecorder();
  const host = await EditorHost.start({ name: "Electron Editor", folders, onWindowWanted, changes, ...tandem });
  const allows = (url: string) => url.startsWith(pageAddress);
  electronChannels(ipcMain, (channel) => host.attach(channel), { allows });

  const setFolders = (chosen: readonly string[]) => {
    files.setFolders(chosen);
    host.setFolders(chosen);
  };
  const askForFolder = async () => {
    const { canceled, filePaths } = await dialog.showOpenDialog({ properties: ["openDirectory"] });
    if (!canceled && filePaths.length > 0) setFolders(filePaths);
  };
  const handle = (name: string, answer: (...parameters: unknown[]) => unknown) =>
    ipcMain.handle(name, ({ senderFrame }: FrameEvent, ...parameters) => {
      if (!senderFrame || senderFrame.parent !== null || !allows(senderFrame.url))
        throw new Error("Only the editor's page may send this request");
      return answer(...parameters);
    });
  handle(requests.folders, () => files.folders);
  handle(requests.list, (folder) => files.list(text(folder)));
  handle(requests.read, (path) => files.read(text(path)));
  handle(requests.save, (path, content, seen) =>
    files.save(text(path), text(content), seen === null ? undefined : text(seen)),
  );
  handle(requests.openFolder, askForFolder);
  handle(requests.restartConnection, () => host.restart());

  setMenu(electron, {
    newWindow: openWindow,
    openFolder: () => void askForFolder(),
    save: (window) => send(window, { kind: "command", command: "save" }),
    closeTab: (window) => send(window, { kind: "command", command: "close" }),
    showChanges: (window) => send(window, { kind: "command", command: "show-changes" }),
    showReviews: (window) => send(window, { kind: "command", command: "show-reviews" }),
    showDecisions: (window) => send(window, { kind: "command", command: "show-decisions" }),
    restartConnection: () => void host.restart(),
  });
  app.on("window-all-closed", () => app.quit());
  app.on("activate", onWindowWanted);
  let state: "running" | "closing" | "closed" = "running";
  app.on("will-quit", (event) => {
    if (state === "closed") return;
    // Removes the lock file and disconnects clients before the process exits.
    event.preventDefault();
    if (state === "closing") return;
    state = "closing";
    files.close();
    const closed = Promise.all([host.close(), changes.close()]);
    void closed.finally(() => {
      state = "closed";
      app.quit();
    });
  });
  openWindow();
  return host;
}

async function newWindow(electron: Electron, resources: string, windows: Set<BrowserWindow>): Promise<void> {
  const window = new electron.BrowserWindow({
    width: 1200,
    height: 800,
    title: "Electron Editor",
    webPreferences: {
      preload: join(resources, "preload.cjs"),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
    },
  });
  windows.add(window);
  const { webContents } = window;
  // This window must never show another page.
  webContents.on("will-navigate", (event) => event.preventDefault());
  webContents.setWindowOpenHandler(() => ({ action: "deny" }));
  webContents.on("will-prevent-unload", (event) => {
    const choice = electron.dialog.showMessageBoxSync({
      type: "question",
      message: "Discard unsaved changes?",
      detail: "Your changes will be lost if you close this window.",
      buttons: ["Discard", "Cancel"],
      defaultId: 1,
      cancelId: 1,
    });
    if (choice === 0) event.preventDefault();
  });
  // Reloads a crashed page, which brings back pending reviews.
  webContents.on("render-process-gone", () => webContents.reload());
  window.on("closed", () => windows.delete(window));
  await window.loadURL(`${pageAddress}index.html`);
}

/** Validates a parameter from the page. */
function text(value: unknown): string {
  if (typeof value !== "string") throw new Error("Expected a string");
  return value;
}
