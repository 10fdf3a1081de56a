/** Between the page and the main process: lets the page have files, and a channel for Tandem. Runs in the sandbox. */

import { exposeChannel } from "@tandem/codemirror/preload";
import { contextBridge, ipcRenderer } from "electron";
import { changed, type FilesBridge, type FilesChange, requests } from "../shared.js";

/** Electron puts words of its own before those of an error; people need only the latter. */
function ask(name: string, ...parameters: unknown[]): Promise<never> {
  return ipcRenderer.invoke(name, ...parameters).catch((error: unknown) => {
    const words = error instanceof Error ? error.message : String(error);
    throw new Error(words.replace(/^Error invoking remote method '[^']*': (?:\w*Error: )?/, ""));
  });
}

const files: FilesBridge = {
  folders: () => ask(requests.folders),
  list: (folder) => ask(requests.list, folder),
  read: (path) => ask(requests.read, path),
  save: (path, text, onDisk) => ask(requests.save, path, text, onDisk),
  openFolder: () => ask(requests.openFolder),
  restartConnection: () => ask(requests.restartConnection),
  onChanged: (listener) => void ipcRenderer.on(changed, (_event: unknown, change: FilesChange) => listener(change)),
};

contextBridge.exposeInMainWorld("files", files);
exposeChannel(contextBridge, ipcRenderer);
