/** A real terminal, to test what a user sees and types. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "vitest";
import { Home } from "./cli-command.js";

/** A terminal of 80 by 30 characters with a shell in it, and its own home. */
export class Terminal implements AsyncDisposable {
  readonly home: Home;

  private constructor(home: Home) {
    this.home = home;
    const size = ["-x", "80", "-y", "30"];
    this.#tmux(
      "-f",
      "/dev/null",
      "new-session",
      "-d",
      ...size,
      "-c",
      home.folder,
      "-e",
      "PS1=$ ",
      "-e",
      "HISTFILE=",
      "bash",
      "--norc",
    );
  }

  static async open(): Promise<Terminal> {
    return new Terminal(await Home.make());
  }

  #tmux(...args: string[]): string {
    const { env, path } = this.home;
    return execFileSync("tmux", ["-S", join(path, "tmux"), ...args], { env, encoding: "utf8", stdio: "pipe" });
  }

  keys(...keys: string[]): void {
    this.#tmux("send-keys", ...keys);
  }

  type(text: string): void {
    this.#tmux("send-keys", "-l", text);
  }

  enter(text: string): void {
    this.type(text);
    this.keys("Enter");
  }

  /** The screen and its scrollback, with colours as escape sequences. */
  get screen(): string {
    return this.#tmux("capture-pane", "-p", "-e", "-S", "-");
  }

  /** The same without colours and without the empty lines at the end. */
  get text(): string {
    return this.#tmux("capture-pane", "-p", "-J", "-S", "-").trimEnd();
  }

  shows(pattern: RegExp) {
    return expect.poll(() => this.text, { timeout: 10_000 }).toMatch(pattern);
  }

  /** Waits for the shell's prompt. Keys typed earlier would go to the program that is exiting. */
  async isBack(): Promise<void> {
    await this.shows(/^\$$/m);
  }

  /** Closes the window while a program runs in it. */
  hangUp(): void {
    this.#tmux("kill-server");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.hangUp();
    } catch {
      // It is already closed.
    }
    // The programs in it need a moment to notice.
    await expect.poll(() => this.home.locks(), { timeout: 10_000 }).toEqual([]);
    await this.home[Symbol.asyncDispose]();
  }
}
