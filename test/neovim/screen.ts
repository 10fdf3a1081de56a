/** Neovim on the screen of a real terminal: the user's keys, and what is shown. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "vitest";
import { neovimCommand } from "../../scripts/neovim.mjs";
import { eventually } from "../eventually.js";
import { Neovim, type NeovimOptions } from "./neovim.js";

export interface ScreenOptions extends NeovimOptions {
  readonly folder: string;
  readonly columns?: number;
  readonly rows?: number;
}

export class Screen implements AsyncDisposable {
  readonly neovim: Neovim;
  readonly #socket: string;

  private constructor(neovim: Neovim) {
    this.neovim = neovim;
    this.#socket = join(neovim.home, "tmux-neovim");
  }

  static async open({ columns = 100, rows = 30, args = [], ...options }: ScreenOptions): Promise<Screen> {
    const socket = join(options.folder, ".neovim-socket");
    const neovim = await Neovim.start({ ...options, args: ["--listen", socket, ...args] });
    // It answers, so it is listening.
    await neovim.lua("return 1");
    const screen = new Screen(neovim);
    // As a separate screen, because a Neovim that runs through the loader of another release can't restart itself.
    const line = [neovimCommand() ?? "nvim", "--server", socket, "--remote-ui"].map((word) => `'${word}'`).join(" ");
    const size = ["-x", `${columns}`, "-y", `${rows}`];
    screen.#tmux("-f", "/dev/null", "new-session", "-d", ...size, `exec ${line}`);
    return screen;
  }

  #tmux(...args: string[]): string {
    const env = { PATH: process.env.PATH ?? "", HOME: this.neovim.home, TERM: "xterm-256color", LANG: "C.UTF-8" };
    return execFileSync("tmux", ["-S", this.#socket, ...args], {
      env,
      encoding: "utf8",
      stdio: "pipe",
      timeout: 10_000,
    });
  }

  /** Presses keys, given by tmux's names. */
  keys(...names: string[]): void {
    this.#tmux("send-keys", ...names);
  }

  type(text: string): void {
    this.#tmux("send-keys", "-l", text);
  }

  get text(): string {
    return this.#tmux("capture-pane", "-p").trimEnd();
  }

  async shows(pattern: RegExp): Promise<void> {
    await eventually(() => expect(this.text).toMatch(pattern));
  }

  async hides(pattern: RegExp): Promise<void> {
    await eventually(() => expect(this.text).not.toMatch(pattern));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.#tmux("kill-server");
    } finally {
      await this.neovim.stop();
    }
  }
}
