/** For a preload script: lets the page open channels, and nothing else. Works with context isolation and in the sandbox. */
import { type IpcMessage, ipcName, isIpcMessage } from "./electron-ipc.js";

/** What is used of Electron's `contextBridge`. */
export interface ContextBridgeLike {
  exposeInMainWorld(key: string, api: object): void;
}

/** What is used of Electron's `ipcRenderer`. */
export interface IpcRendererLike {
  send(name: string, message: unknown): void;
  on(name: string, listener: (event: unknown, message: unknown) => void): unknown;
  removeListener(name: string, listener: (event: unknown, message: unknown) => void): unknown;
}

/** What a page finds as `window.tandem`. */
export interface ChannelBridge {
  open(onMessage: (message: unknown) => void, onClose: () => void): { send(message: unknown): void; close(): void };
}

/**
 * Puts `window.tandem` into the page, from which `electronChannel` makes a channel. The page is not given `ipcRenderer`,
 * with which it could reach everything that the main process listens to.
 *
 * @example
 * exposeChannel(contextBridge, ipcRenderer);
 */
export function exposeChannel(contextBridge: ContextBridgeLike, ipcRenderer: IpcRendererLike, key = "tandem"): void {
  const bridge: ChannelBridge = {
    open(onMessage, onClose) {
      // Not randomUUID, which only pages have that count as secure.
      const id = crypto.getRandomValues(new Uint32Array(4)).join("-");
      const tell = (message: IpcMessage) => ipcRenderer.send(ipcName, message);
      const listener = (_event: unknown, message: unknown) => {
        if (!isIpcMessage(message) || message.id !== id) return;
        if (message.kind === "message") onMessage(message.message);
        if (message.kind === "close") over();
      };
      const over = () => {
        ipcRenderer.removeListener(ipcName, listener);
        onClose();
      };
      ipcRenderer.on(ipcName, listener);
      // A page that goes away is no window any more, also when another one comes to its place.
      addEventListener("pagehide", () => tell({ kind: "close", id }));
      tell({ kind: "open", id });
      return {
        send: (message) => tell({ kind: "message", id, message }),
        close() {
          tell({ kind: "close", id });
          over();
        },
      };
    },
  };
  contextBridge.exposeInMainWorld(key, bridge);
}
