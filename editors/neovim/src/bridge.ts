/** The line to Neovim: calls into the plugin's Lua, and what the plugin tells and asks. */
import { messageOf } from "@tandem/base";
import { attach, type NeovimClient } from "neovim";
import type * as z from "zod/mini";
import { answerSchema } from "./messages.js";

const callLua = 'return require("tandem.bridge").call(...)';

/** Something went wrong in Neovim; the message is for people. */
export class NeovimError extends Error {
  override readonly name = "NeovimError";
}

export interface BridgeOptions {
  /** Which sidecar of its Neovim this is: the plugin does not listen to one that it has stopped. */
  readonly generation: number;
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Whatever Neovim sends. */
  readonly received: (method: string, args: readonly unknown[]) => void;
  readonly warn: (message: string) => void;
}

type NeovimLogger = NonNullable<NonNullable<Parameters<typeof attach>[0]["options"]>["logger"]>;

/** The client calls these four and uses nothing that they return, which its types want to be a logger of winston's. */
function loggerTo(warn: (message: string) => void): NeovimLogger {
  const say = (message: unknown) => warn(String(message));
  const silent = () => {};
  return { level: "warn", info: silent, debug: silent, warn: say, error: say } as unknown as NeovimLogger;
}

export class Bridge {
  readonly #generation: number;
  readonly #neovim: NeovimClient;
  readonly #warn: (message: string) => void;

  constructor({ generation, input, output, received, warn }: BridgeOptions) {
    this.#generation = generation;
    this.#warn = warn;
    this.#neovim = attach({ reader: input, writer: output, options: { logger: loggerTo(warn) } });
    this.#neovim.on("notification", received);
  }

  /**
   * Calls a method of lua/tandem/bridge.lua. Rejects with words for people.
   *
   * @param expires After this time (as `Date.now()` counts) it is not done any more: Neovim may be at a prompt for hours.
   */
  async call<T extends z.ZodMiniType>(
    method: string,
    params: unknown,
    schema: T,
    expires?: number,
  ): Promise<z.infer<T>> {
    const answer = answerSchema.parse(await this.#send(method, params, expires));
    if (answer.problem !== undefined) {
      if (answer.trace !== undefined) this.#warn(`${method} failed in Neovim: ${answer.trace}`);
      throw new NeovimError(answer.problem);
    }
    return schema.parse(answer.value ?? undefined);
  }

  /** A call whose answer nobody waits for; what goes wrong is logged. */
  tell(method: string, params: unknown): void {
    this.#send(method, params).catch((error: unknown) => {
      this.#warn(`${method} did not reach Neovim: ${messageOf(error)}`);
    });
  }

  async #send(method: string, params: unknown, expires?: number): Promise<unknown> {
    const more = expires === undefined ? [] : [expires];
    return await this.#neovim.lua(callLua, [method, params as never, this.#generation, ...more]);
  }
}
