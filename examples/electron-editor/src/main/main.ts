/** The main process: windows, files, and the endpoint that Claude Code finds. */
import { join } from "node:path";
import { EditorHost, type EditorHostOptions, electronChannels } from "@tandem/codemirror/host";
import { changed, type FilesChange, requests } from "../shared.js";
import type { BrowserWindow, Electron, FrameEvent } from "./electron.js";
import { Files } from "./files.js";
import { setMenu } from "./menu.js";
import { pageAddress, pageHandler, scheme } from "./page-protocol.js";

export interface EditorOptions {
  readonly electron: Electron;
  readonly folders: readonly string[];
  /** Where preload.cjs and the folder `page` are. */
  readonly resources: string;
  /** For the endpoint: where the lock is written, what is logged. */
  readonly tandem?: Partial<EditorHostOptions>;
}

/** Must be called before Electron is ready, as the scheme can be registered only then. */
export async function startEditor({ electron, folders, resources, tandem }: EditorOptions): Promise<EditorHost> {
  const { app, ipcMain, protocol, dialog } = electron;
  protocol.registerSchemesAsPrivileged([{ scheme, privileges: { standard: true, secure: true } }]);
  await app.whenReady();
  protocol.handle(scheme, pageHandler(join(resources, "page")));

  const windows = new Set<BrowserWindow>();
  const tell = (window: BrowserWindow, change: FilesChange) => {
    if (!window.isDestroyed()) window.webContents.send(changed, change);
  };
  const tellAll = (change: FilesChange) => {
    for (const window of windows) tell(window, change);
  };
  const files = new Files(tellAll);
  files.setFolders(folders);
  const openWindow = () => void newWindow(electron, resources, windows);
  // A window that is being loaded anew is there, and will show what waits.
  const onWindowWanted = () => {
    if (windows.size === 0) openWindow();
  };
  const host = await EditorHost.start({ name: "Electron Editor", folders, onWindowWanted, ...tandem });
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
        throw new Error("Only the editor's own page may ask that");
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
    save: (window) => tell(window, { kind: "command", command: "save" }),
    closeTab: (window) => tell(window, { kind: "command", command: "close" }),
    restartConnection: () => void host.restart(),
  });
  app.on("window-all-closed", () => app.quit());
  app.on("activate", onWindowWanted);
  let state: "running" | "closing" | "closed" = "running";
  app.on("will-quit", (event) => {
    if (state === "closed") return;
    // The lock goes before the process does, and clients are told goodbye.
    event.preventDefault();
    if (state === "closing") return;
    state = "closing";
    files.close();
    void host.close().finally(() => {
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
  // This window shows the editor and nothing else, ever.
  webContents.on("will-navigate", (event) => event.preventDefault());
  webContents.setWindowOpenHandler(() => ({ action: "deny" }));
  webContents.on("will-prevent-unload", (event) => {
    const choice = electron.dialog.showMessageBoxSync({
      type: "question",
      message: "There are unsaved changes.",
      detail: "They are lost when this window closes.",
      buttons: ["Discard", "Cancel"],
      defaultId: 1,
      cancelId: 1,
    });
    if (choice === 0) event.preventDefault();
  });
  // A page that crashed comes back, and what Claude proposed with it.
  webContents.on("render-process-gone", () => webContents.reload());
  window.on("closed", () => windows.delete(window));
  await window.loadURL(`${pageAddress}index.html`);
}

/** What comes from the page may be anything. */
function text(value: unknown): string {
  if (typeof value !== "string") throw new Error("A text was expected");
  return value;
}
