/** A Neovim with a fake sidecar, and the requested mentions. */
import { fileURLToPath } from "node:url";
import { vi } from "vitest";
import { Neovim, type NeovimOptions } from "../neovim.js";

/** Returns the path of a Lua file next to this one. */
export const standIn = (name: string): string =>
  `dofile(${JSON.stringify(fileURLToPath(new URL(`${name}.lua`, import.meta.url)))})`;

export interface Asked {
  readonly path: string;
  /** Zero-based, inclusive. */
  readonly lines?: { readonly start: number; readonly end: number };
}

export interface Said {
  readonly message: string;
  readonly level: number;
}

export interface Fixture extends AsyncDisposable {
  readonly nvim: Neovim;
  /** The requested mentions. */
  asked(): Promise<Asked[]>;
  /** Resolves with the messages when there are this many and all requests are answered. */
  said(count?: number): Promise<Said[]>;
}

/** `init` is run after the fake sidecar is installed. */
export async function openFixture(options: NeovimOptions = {}): Promise<Fixture> {
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
