/** Shows the host's terminal. Loaded on demand, because it is the largest part of the page. */
import type { ReadonlySignal } from "@preact/signals";
import { FitAddon } from "@xterm/addon-fit";
import { Terminal } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";
import type { Connection } from "../core/connection.js";
import { giveStylesNonce } from "./style-nonce.js";
import { terminalTheme } from "./terminal-theme.js";

interface TerminalViewOptions {
  readonly host: HTMLElement;
  readonly connection: Connection;
  readonly nonce: string;
  readonly isDark: ReadonlySignal<boolean>;
  onEnded(exitCode: number): void;
}

/** The creator must close it. */
export class TerminalView {
  readonly #options: TerminalViewOptions;
  readonly #terminal: Terminal;
  readonly #fit = new FitAddon();
  readonly #closers: (() => void)[] = [];

  constructor(options: TerminalViewOptions) {
    this.#options = options;
    giveStylesNonce(document, options.nonce);
    this.#terminal = new Terminal({
      fontSize: 13,
      fontFamily: monospaceOf(options.host),
      // Claude Code doesn't know if the page is light or dark.
      minimumContrastRatio: 4.5,
      screenReaderMode: false,
    });
    this.#terminal.loadAddon(this.#fit);
    // The terminal gets all keys except those that leave it.
    this.#terminal.attachCustomKeyEventHandler(
      (event) =>
        !(
          (event.ctrlKey && event.code === "Backquote") ||
          event.key === "F6" ||
          (event.altKey && event.code === "KeyR")
        ),
    );
    this.#terminal.open(options.host);
    this.#closers.push(
      options.isDark.subscribe((isDark) => {
        this.#terminal.options.theme = terminalTheme(options.host, isDark);
      }),
    );
  }

  /** Starts Claude, or attaches to it if it's running. */
  async start(): Promise<void> {
    const { connection, host, onEnded } = this.#options;
    const terminal = this.#terminal;
    this.#fit.fit();
    const early: string[] = [];
    let isAttached = false;
    const write = (data: string) => (isAttached ? terminal.write(data) : early.push(data));
    this.#closers.push(
      connection.on("terminal.output", ({ data }) => write(data)),
      connection.on("terminal.ended", ({ exitCode }) => onEnded(exitCode)),
    );
    const size = () => ({ columns: terminal.cols, rows: terminal.rows });
    const send = (request: Promise<unknown>) => void request.catch(() => {});
    const started = connection.request("terminal.start", size());
    // Focus it right away: text typed while Claude starts is for Claude.
    terminal.onData((data) => send(started.then(() => connection.request("terminal.write", { data }))));
    terminal.focus();
    const { output } = await started.catch((error: unknown) => {
      terminal.blur();
      throw error;
    });
    terminal.write(output);
    isAttached = true;
    for (const data of early) terminal.write(data);
    terminal.onResize(() => send(connection.request("terminal.resize", size())));
    const observer = new ResizeObserver(() => this.#fit.fit());
    observer.observe(host);
    this.#closers.push(() => observer.disconnect());
  }

  /** Closes the view. The program keeps running. */
  close(): void {
    for (const close of this.#closers) close();
    this.#terminal.dispose();
  }
}

function monospaceOf(element: HTMLElement): string {
  return getComputedStyle(element).getPropertyValue("--mono").trim() || "monospace";
}
