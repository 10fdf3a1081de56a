/**
 * A stand-in for Electron, which isn't available in these tests: the application's main process runs in Node, and its
 * windows are pages that the test opens in a real Chromium. It implements what the example uses, as documented by
 * Electron.
 */
import { randomBytes } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { createServer, type Server } from "node:http";
import { MessageChannel } from "node:worker_threads";
import { portChannel, socketChannel } from "@tandem-ide/codemirror/host";
import { WebSocketServer } from "ws";
import type {
  BrowserWindow,
  Electron,
  FrameEvent,
  MenuEntry,
  WindowOptions,
} from "../../examples/electron-editor/src/main/electron.js";
import { join, type ToMain, type ToPage } from "./ipc-link.js";

/** Messages from the main process to the test. */
export type FromMain =
  | { readonly event: "open" | "reload"; readonly window: number; readonly url: string; readonly socket: string }
  | { readonly event: "options"; readonly options: WindowOptions }
  | { readonly event: "ready"; readonly lockFile: string; readonly port: number };

/** Commands from the test to the main process. */
export type ToStandIn =
  | { readonly do: "chooseFolders"; readonly folders: readonly string[] }
  | { readonly do: "menu"; readonly label: string; readonly window?: number }
  | { readonly do: "crashed" | "closed"; readonly window: number }
  | { readonly do: "quit" };

type Handler = (event: FrameEvent, ...parameters: unknown[]) => unknown;

class StandInContents extends EventEmitter {
  readonly id: number;
  readonly reload: () => void;
  line: { send(message: ToPage): void } | undefined;
  isGone = false;

  constructor(id: number, reload: () => void) {
    super();
    this.id = id;
    this.reload = reload;
  }

  send(name: string, message: unknown): void {
    this.line?.send({ type: "send", name, message });
  }

  isDestroyed(): boolean {
    return this.isGone;
  }

  setWindowOpenHandler(): void {}
}

export class ElectronStandIn {
  readonly #tell: (message: FromMain) => void;
  readonly #secret = randomBytes(16).toString("hex");
  readonly #app = new EventEmitter();
  readonly #ipcMain = new EventEmitter();
  readonly #handlers = new Map<string, Handler>();
  readonly #windows = new Map<number, { window: BrowserWindow; contents: StandInContents; emitter: EventEmitter }>();
  #serve: ((request: Request) => Promise<Response>) | undefined;
  #menu: readonly MenuEntry[] = [];
  #chosen: readonly string[] = [];
  #port = 0;
  #isQuitting = false;

  constructor(tell: (message: FromMain) => void) {
    this.#tell = tell;
  }

  /** Starts to serve pages. */
  async listen(): Promise<void> {
    const server = createServer(async (request, response) => {
      const answer = await this.#serve?.(new Request(`app://editor${request.url}`));
      // Here the page reaches its main process by a socket, which the policy must allow.
      const policy = answer?.headers.get("content-security-policy") ?? "";
      const loosened = policy.replace("connect-src 'none'", `connect-src ws://127.0.0.1:${this.#port}`);
      response.writeHead(answer?.status ?? 404, {
        ...Object.fromEntries(answer?.headers ?? []),
        "content-security-policy": loosened,
      });
      response.end(answer ? Buffer.from(await answer.arrayBuffer()) : "");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("The stand-in has no port");
    this.#port = address.port;
    this.#takeSockets(server);
  }

  get electron(): Electron {
    const standIn = this;
    class StandInWindow implements BrowserWindow {
      readonly webContents: StandInContents;
      readonly #emitter = new EventEmitter();

      constructor(options: WindowOptions) {
        const id = standIn.#windows.size + 1;
        this.webContents = new StandInContents(id, () => standIn.#show("reload", id));
        standIn.#windows.set(id, { window: this, contents: this.webContents, emitter: this.#emitter });
        standIn.#tell({ event: "options", options });
      }
      async loadURL() {
        standIn.#show("open", this.webContents.id);
      }
      focus() {}
      isDestroyed() {
        return this.webContents.isGone;
      }
      on(event: string, listener: () => void) {
        return this.#emitter.on(event, listener);
      }
    }
    return {
      app: Object.assign(this.#app, { whenReady: async () => {}, quit: () => this.#quit() }),
      BrowserWindow: StandInWindow,
      ipcMain: Object.assign(this.#ipcMain, {
        handle: (name: string, handler: Handler) => void this.#handlers.set(name, handler),
      }),
      dialog: {
        showOpenDialog: async () => ({ canceled: this.#chosen.length === 0, filePaths: this.#chosen }),
        showMessageBoxSync: () => 0,
        showErrorBox: (title, content) => console.error(title, content),
      },
      Menu: {
        buildFromTemplate: (template: readonly MenuEntry[]) => template,
        setApplicationMenu: (menu) => {
          if (Array.isArray(menu)) this.#menu = menu;
        },
      },
      protocol: {
        registerSchemesAsPrivileged: () => {},
        handle: (_scheme, handler) => {
          this.#serve = handler;
        },
      },
    };
  }

  do(command: ToStandIn): void {
    if (command.do === "chooseFolders") this.#chosen = command.folders;
    else if (command.do === "menu") this.#click(command.label, command.window);
    else if (command.do === "crashed") this.#windows.get(command.window)?.contents.emit("render-process-gone");
    else if (command.do === "closed") this.#closeWindow(command.window);
    else this.#quit();
  }

  #show(event: "open" | "reload", window: number): void {
    const url = `http://127.0.0.1:${this.#port}/index.html`;
    const socket = `ws://127.0.0.1:${this.#port}/${this.#secret}/${window}`;
    this.#tell({ event, window, url, socket });
  }

  #takeSockets(server: Server): void {
    const sockets = new WebSocketServer({ server, maxPayload: 256 * 1024 * 1024 });
    sockets.on("connection", (socket, request) => {
      const [, secret, id] = (request.url ?? "").split("/");
      const window = this.#windows.get(Number(id));
      if (secret !== this.#secret || !window) {
        socket.close();
        return;
      }
      const { port1, port2 } = new MessageChannel();
      const line = portChannel(port1);
      join(portChannel(port2), socketChannel(socket));
      window.contents.line = line;
      line.onMessage((message) => void this.#take(window.contents, message as ToMain));
    });
  }

  async #take(sender: StandInContents, message: ToMain): Promise<void> {
    const event = { sender, senderFrame: { url: "app://editor/index.html", parent: null } };
    if (message.type === "send") {
      this.#ipcMain.emit(message.name, event, message.message);
      return;
    }
    const { id, name, parameters } = message;
    try {
      const result = await this.#handlers.get(name)?.(event, ...parameters);
      sender.line?.send({ type: "answer", id, result });
    } catch (error) {
      sender.line?.send({ type: "answer", id, result: null, error: String(error) });
    }
  }

  /** `window` is the focused one. */
  #click(label: string, window = 1, entries: readonly MenuEntry[] = this.#menu): void {
    for (const entry of entries) {
      if (entry.label === label) entry.click?.(entry, this.#windows.get(window)?.window);
      this.#click(label, window, entry.submenu ?? []);
    }
  }

  #closeWindow(id: number): void {
    const window = this.#windows.get(id);
    if (!window || window.contents.isGone) return;
    window.contents.isGone = true;
    window.contents.emit("destroyed");
    window.emitter.emit("closed");
    // Not called when the application quits on its own.
    if (this.#isQuitting) return;
    if ([...this.#windows.values()].every(({ contents }) => contents.isGone)) this.#app.emit("window-all-closed");
  }

  /** As in Electron: windows first, then "will-quit", which the application can delay. */
  #quit(): void {
    if (!this.#isQuitting) {
      this.#isQuitting = true;
      for (const id of this.#windows.keys()) this.#closeWindow(id);
    }
    let isHeld = false;
    this.#app.emit("will-quit", {
      preventDefault: () => {
        isHeld = true;
      },
    });
    if (!isHeld) process.exit(0);
  }
}
