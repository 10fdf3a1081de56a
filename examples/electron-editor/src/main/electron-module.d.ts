/** Types of the parts of Electron that this editor uses, because Electron isn't a dependency. */
declare module "electron" {
  import type { ContextBridgeLike, IpcRendererLike } from "@tandem-ide/codemirror/preload";
  import type { FilesChange } from "../shared.js";
  import type { Electron } from "./electron.js";

  export const app: Electron["app"] & { readonly isPackaged: boolean };
  export const BrowserWindow: Electron["BrowserWindow"];
  export const ipcMain: Electron["ipcMain"];
  export const dialog: Electron["dialog"];
  export const Menu: Electron["Menu"];
  export const protocol: Electron["protocol"];
  export const contextBridge: ContextBridgeLike;
  export const ipcRenderer: IpcRendererLike & {
    invoke(name: string, ...parameters: unknown[]): Promise<never>;
    on(name: string, listener: (event: unknown, change: FilesChange) => void): unknown;
  };
}
