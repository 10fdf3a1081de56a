/** For a preload script: lets the page open channels. Works with context isolation and in the sandbox. */
import { type IpcMessage, ipcName, isIpcMessage } from "./electron-ipc.js";

/** The part of Electron's `contextBridge` that is used. */
export interface ContextBridgeLike {
  exposeInMainWorld(key: string, api: object): void;
}

/** The part of Electron's `ipcRenderer` that is used. */
export interface IpcRendererLike {
  send(name: string, message: unknown): void;
  on(name: string, listener: (event: unknown, message: unknown) => void): unknown;
  removeListener(name: string, listener: (event: unknown, message: unknown) => void): unknown;
}

/** The page's `window.tandem`. */
export interface ChannelBridge {
  open(onMessage: (message: unknown) => void, onClose: () => void): { send(message: unknown): void; close(): void };
}

/**
 * Adds `window.tandem` to the page, which `electronChannel` uses. The page doesn't get `ipcRenderer`, because that would
 * give it access to everything the main process listens to.
 *
 * @example
 * exposeChannel(contextBridge, ipcRenderer);
 */
export function exposeChannel(contextBridge: ContextBridgeLike, ipcRenderer: IpcRendererLike, key = "tandem"): void {
  const bridge: ChannelBridge = {
    open(onMessage, onClose) {
      // randomUUID is available only in secure contexts.
      const id = crypto.getRandomValues(new Uint32Array(4)).join("-");
      const send = (message: IpcMessage) => ipcRenderer.send(ipcName, message);
      const listener = (_event: unknown, message: unknown) => {
        if (!isIpcMessage(message) || message.id !== id) return;
        if (message.kind === "message") onMessage(message.message);
        if (message.kind === "close") end();
      };
      const end = () => {
        ipcRenderer.removeListener(ipcName, listener);
        onClose();
      };
      ipcRenderer.on(ipcName, listener);
      // The page is being closed or replaced by another one.
      addEventListener("pagehide", () => send({ kind: "close", id }));
      send({ kind: "open", id });
      return {
        send: (message) => send({ kind: "message", id, message }),
        close() {
          send({ kind: "close", id });
          end();
        },
      };
    },
  };
  contextBridge.exposeInMainWorld(key, bridge);
}
