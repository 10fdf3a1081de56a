/** Runs code for Claude once the user has allowed it in Neovim. The kernel is loaded with the first code that may run. */
import { messageOf } from "@tandem/base";
import type { CodeOutput } from "@tandem/server";
import { type AllowedFolders, codeIsOver, Permissions } from "@tandem/workspace/permission";
import type { Bridge } from "./bridge.js";
import { type EventParams, results } from "./messages.js";

/** The part of `LazyKernels` of @tandem/workspace that is used here. */
export interface BorrowedKernels {
  run(code: string, signal: AbortSignal): Promise<readonly CodeOutput[]>;
}

export interface NeovimCodeOptions {
  readonly bridge: Bridge;
  readonly folders: () => readonly string[];
  readonly allowedFolders: AllowedFolders;
  readonly kernels: () => Promise<BorrowedKernels>;
  readonly warn: (message: string) => void;
}

export class NeovimCode {
  readonly #options: NeovimCodeOptions;
  readonly #permissions: Permissions;

  constructor(options: NeovimCodeOptions) {
    const { bridge, folders, allowedFolders } = options;
    this.#options = options;
    this.#permissions = new Permissions({
      folders,
      allowedFolders,
      isAnybodyThere: () => true,
      nobodyAdvice: "",
      asked: ({ run, code }) => void this.#show(run, code),
      answered: ({ run }) => bridge.tell("withdraw_code", { id: run }),
    });
  }

  async run(code: string, signal: AbortSignal): Promise<readonly CodeOutput[]> {
    await this.#permissions.ask(code, signal);
    const kernels = await this.#options.kernels();
    return await kernels.run(code, signal);
  }

  answered({ id, answer }: EventParams<"code_answer">): void {
    try {
      if (!this.#permissions.answer(id, answer)) this.#options.warn(codeIsOver);
    } catch (error) {
      // Allowed, and not remembered.
      this.#options.warn(messageOf(error));
    }
  }

  /** From now on the user is asked again in these folders. */
  askAgain(): void {
    this.#permissions.askAgain();
  }

  /** What cannot be shown cannot be allowed. */
  async #show(run: string, code: string): Promise<void> {
    const { bridge, folders, warn } = this.#options;
    try {
      await bridge.call("ask_code", { id: run, code, folder: folders()[0] }, results.nothing);
    } catch (error) {
      warn(`The question about code could not be shown: ${messageOf(error)}`);
      this.#permissions.answer(run, "never");
    }
  }
}
