/** The parts of Electron that this editor uses. The tests implement them with Node and Chromium. */
import type { IpcMainLike, WebContentsLike } from "@tandem-ide/codemirror/host";

export interface PreventableEvent {
  preventDefault(): void;
}

export interface WebContents extends WebContentsLike {
  on(event: "destroyed" | "render-process-gone", listener: () => void): unknown;
  on(event: "will-navigate" | "will-prevent-unload", listener: (event: PreventableEvent) => void): unknown;
  setWindowOpenHandler(handler: () => { action: "deny" }): void;
  reload(): void;
}

export interface BrowserWindow {
  readonly webContents: WebContents;
  loadURL(url: string): Promise<unknown>;
  focus(): void;
  isDestroyed(): boolean;
  on(event: "closed", listener: () => void): unknown;
}

export interface WindowOptions {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly webPreferences: {
    readonly preload: string;
    readonly contextIsolation: boolean;
    readonly sandbox: boolean;
    readonly nodeIntegration: boolean;
  };
}

export interface MenuEntry {
  readonly label?: string;
  readonly role?: "quit" | "editMenu" | "viewMenu" | "windowMenu";
  readonly type?: "separator";
  readonly accelerator?: string;
  /** `window` is the focused one, if any. */
  readonly click?: (entry: unknown, window: BrowserWindow | undefined) => void;
  readonly submenu?: MenuEntry[];
}

export interface FrameEvent {
  readonly sender: WebContentsLike;
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null;
}

export interface Electron {
  readonly app: {
    whenReady(): Promise<unknown>;
    quit(): void;
    on(event: "window-all-closed" | "activate", listener: () => void): unknown;
    on(event: "will-quit", listener: (event: PreventableEvent) => void): unknown;
  };
  readonly BrowserWindow: new (options: WindowOptions) => BrowserWindow;
  readonly ipcMain: IpcMainLike & {
    handle(name: string, listener: (event: FrameEvent, ...parameters: unknown[]) => unknown): void;
  };
  readonly dialog: {
    showOpenDialog(options: {
      properties: "openDirectory"[];
    }): Promise<{ readonly canceled: boolean; readonly filePaths: readonly string[] }>;
    showMessageBoxSync(options: {
      readonly type: "question";
      readonly message: string;
      readonly detail: string;
      readonly buttons: string[];
      readonly defaultId: number;
      readonly cancelId: number;
    }): number;
    showErrorBox(title: string, content: string): void;
  };
  readonly Menu: {
    buildFromTemplate(template: MenuEntry[]): unknown;
    setApplicationMenu(menu: unknown): void;
  };
  readonly protocol: {
    registerSchemesAsPrivileged(
      schemes: {
        readonly scheme: string;
        readonly privileges: { readonly standard: true; readonly secure: true };
      }[],
    ): void;
    handle(scheme: string, handler: (request: Request) => Promise<Response>): void;
  };
}
