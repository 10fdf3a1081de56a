/// <reference lib="dom" />
/**
 * The page's part of the stand-in: `contextBridge` and `ipcRenderer` for the real preload script. It isn't isolated, because
 * Chromium has no isolated worlds for our pages. Exposed objects are copied instead.
 */
import { portChannel, socketChannel } from "@tandem-ide/codemirror/page";
import { join, type ToMain, type ToPage } from "./ipc-link.js";

declare global {
  interface Window {
    /** Set before this runs: the main process's socket, and the preload script. */
    readonly standIn: { readonly socket: string; runPreload(require: (name: string) => unknown): void };
  }
}

type Listener = (event: unknown, message: unknown) => void;

function ipcRenderer() {
  const { port1, port2 } = new MessageChannel();
  const line = portChannel(port1);
  join(portChannel(port2), socketChannel(new WebSocket(window.standIn.socket)));
  const listeners = new Map<string, Set<Listener>>();
  const answers = new Map<number, (answer: { result: unknown; error?: string }) => void>();
  let lastId = 0;
  const tell = (message: ToMain) => line.send(message);
  const take = (message: ToPage) => {
    if (message.type === "answer") {
      answers.get(message.id)?.(message);
      answers.delete(message.id);
    } else for (const listener of [...(listeners.get(message.name) ?? [])]) listener({}, message.message);
  };
  line.onMessage((message) => take(message as ToPage));
  return {
    send: (name: string, message: unknown) => tell({ type: "send", name, message }),
    on(name: string, listener: Listener) {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
    },
    removeListener: (name: string, listener: Listener) => listeners.get(name)?.delete(listener),
    invoke: (name: string, ...parameters: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        answers.set(id, ({ result, error }) => {
          if (error === undefined) resolve(result);
          else reject(new Error(`Error invoking remote method '${name}': ${error}`));
        });
        tell({ type: "invoke", id, name, parameters });
      }),
  };
}

const electron = {
  ipcRenderer: ipcRenderer(),
  contextBridge: {
    exposeInMainWorld: (key: string, api: object) =>
      Object.defineProperty(window, key, { value: Object.freeze({ ...api }) }),
  },
};

window.standIn.runPreload((name) => {
  // As in Electron's sandbox, which has no other modules.
  if (name !== "electron") throw new Error(`module not found: ${name}`);
  return electron;
});
