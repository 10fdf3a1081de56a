/** The connection to Neovim: calls the plugin's Lua, and receives its events and requests. */
import { messageOf } from "@tandem-ide/base";
import { attach, type NeovimClient } from "neovim";
import type * as z from "zod/mini";
import { answerSchema } from "./messages.js";

const callLua = 'return require("tandem.bridge").call(...)';

/** An error in Neovim, with a message for the user. */
export class NeovimError extends Error {
  override readonly name = "NeovimError";
}

export interface BridgeOptions {
  /** Counts the sidecars of a Neovim: the plugin ignores messages of earlier ones. */
  readonly generation: number;
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Called for each notification of Neovim. */
  readonly received: (method: string, args: readonly unknown[]) => void;
  readonly warn: (message: string) => void;
}

type NeovimLogger = NonNullable<NonNullable<Parameters<typeof attach>[0]["options"]>["logger"]>;

/** The types of the client require a winston logger, but it only calls these four methods. */
function loggerTo(warn: (message: string) => void): NeovimLogger {
  const log = (message: unknown) => warn(String(message));
  const ignore = () => {};
  return { level: "warn", info: ignore, debug: ignore, warn: log, error: log } as unknown as NeovimLogger;
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
   * Calls a method of lua/tandem/bridge.lua. Rejects with a message for the user.
   *
   * @param expires A time as of `Date.now()`. After it the call has no effect: Neovim may be at a prompt for hours.
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

  /** Calls a method without waiting for the result. Errors are logged. */
  notify(method: string, params: unknown): void {
    this.#send(method, params).catch((error: unknown) => {
      this.#warn(`Couldn't call ${method} in Neovim: ${messageOf(error)}`);
    });
  }

  async #send(method: string, params: unknown, expires?: number): Promise<unknown> {
    const more = expires === undefined ? [] : [expires];
    return await this.#neovim.lua(callLua, [method, params as never, this.#generation, ...more]);
  }
}
