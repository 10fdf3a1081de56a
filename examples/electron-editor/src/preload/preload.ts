/** The sandboxed preload script: gives the page access to files, and a channel for Tandem. */
import { exposeChannel } from "@tandem-ide/codemirror/preload";
import { contextBridge, ipcRenderer } from "electron";
import { changed, type FilesBridge, type FilesChange, requests } from "../shared.js";

/** Sends a request, and removes the prefix that Electron adds to error messages. */
function request(name: string, ...parameters: unknown[]): Promise<never> {
  return ipcRenderer.invoke(name, ...parameters).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(message.replace(/^Error invoking remote method '[^']*': (?:\w*Error: )?/, ""));
  });
}

const files: FilesBridge = {
  folders: () => request(requests.folders),
  list: (folder) => request(requests.list, folder),
  read: (path) => request(requests.read, path),
  save: (path, text, onDisk) => request(requests.save, path, text, onDisk),
  openFolder: () => request(requests.openFolder),
  restartConnection: () => request(requests.restartConnection),
  onChanged: (listener) => void ipcRenderer.on(changed, (_event: unknown, change: FilesChange) => listener(change)),
};

contextBridge.exposeInMainWorld("files", files);
exposeChannel(contextBridge, ipcRenderer);
