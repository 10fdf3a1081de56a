/** A Neovim whose sidecar is a stand-in, and what it was asked to mention. */
import { fileURLToPath } from "node:url";
import { vi } from "vitest";
import { Neovim, type NeovimOptions } from "../neovim.js";

/** Of a Lua file beside this one. */
export const standIn = (name: string): string =>
  `dofile(${JSON.stringify(fileURLToPath(new URL(`${name}.lua`, import.meta.url)))})`;

export interface Asked {
  readonly path: string;
  /** From 0, both included. */
  readonly lines?: { readonly start: number; readonly end: number };
}

export interface Said {
  readonly message: string;
  readonly level: number;
}

export interface Stage extends AsyncDisposable {
  readonly nvim: Neovim;
  /** What the sidecar was asked to mention. */
  asked(): Promise<Asked[]>;
  /** Resolves with the messages when there are so many, and what was asked is answered. */
  said(count?: number): Promise<Said[]>;
}

/** `init` is run after the stand-in is in place. */
export async function openStage(options: NeovimOptions = {}): Promise<Stage> {
  const nvim = await Neovim.start({ ...options, init: `${standIn("sidecar")}\n${options.init ?? ""}` });
  return {
    nvim,
    asked: async () => {
      const asked = await nvim.lua<{ method: string; params: Asked }[]>("return _G.asked");
      for (const { method } of asked) if (method !== "mention") throw new Error(`The sidecar was asked for ${method}`);
      return asked.map(({ params }) => params);
    },
    said: (count = 1) =>
      vi.waitFor(async () => {
        const said = await nvim.lua<Said[]>("return _G.said");
        if (said.length < count) throw new Error(`Only ${said.length} of ${count} messages`);
        return said;
      }),
    [Symbol.asyncDispose]: () => nvim.stop(),
  };
}
