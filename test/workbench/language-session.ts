/** A TypeScript project in `tandem serve`, with the real language server on the PATH. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Browser, Locator } from "playwright-core";
import { eventually, type SessionOptions, startSession, type UserSession } from "./user-session.js";

/** The folder of TypeScript 7, whose compiler is also a language server. */
export const typescriptFolder = dirname(createRequire(import.meta.url).resolve("typescript/package.json"));

/** Contents of project files. `user` imports `helper`, whose comment contains unsafe HTML. */
export const texts = {
  right: "export const a: number = 1;\n",
  wrong: 'export const a: number = "x";\n',
  user: "import { helper } from './helper.js';\n\nexport const b: number = helper(1);\n",
  helper: `/**
 * Helps <img src="x" onerror="window.hacked = 1"> <b style="color: red">a lot</b>, see [this](javascript:alert(1)).
 */
export function helper(count: number): number {
  return count;
}
`,
} as const;

const compilerOptions = { strict: true, noEmit: true, skipLibCheck: true, types: [], module: "nodenext" };

/** Files that every project needs. */
export const projectFiles = {
  "tsconfig.json": JSON.stringify({ compilerOptions }),
  "package.json": '{"type":"module"}',
};

/** Starts the session, with `tsc` on the PATH unless `hasServer` is false. */
export async function startProject(
  browser: Browser,
  { files = {}, hasServer = true, ...options }: SessionOptions & { readonly hasServer?: boolean },
): Promise<UserSession> {
  const script = `#!/bin/sh\nexec '${process.execPath}' '${join(typescriptFolder, "bin/tsc")}' "$@"\n`;
  return await startSession(browser, {
    ...options,
    files: { ...projectFiles, ...files },
    prepare: async (home) => {
      if (hasServer) await home.install("tsc", script);
      await options.prepare?.(home);
    },
    env: hasServer ? {} : { PATH: "/nowhere" },
  });
}

/** The texts that are underlined as errors in a file. */
export function squiggles(user: UserSession, name: string): Promise<string[]> {
  return user.editor(name).locator(".cm-lintRange-error").allTextContents();
}

export function serverStatus(user: UserSession): Locator {
  return user.page.getByTestId("status-server");
}

/** Waits until the active file's server is running. */
export async function serverRuns(user: UserSession): Promise<void> {
  await eventually(() => serverStatus(user).getAttribute("data-state"), { timeout: 30_000 }).toBe("running");
}

/** The child processes of a process, on Linux. */
export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
}

/** Moves the cursor. Line and column are counted from 1. */
export async function goTo(user: UserSession, name: string, line: number, column: number): Promise<void> {
  const at = { line: line - 1, character: column - 1 };
  await user.driver.select(user.path(name), { start: at, end: at });
}

/** Waits until the completion list accepts keys, which it ignores right after it opens. */
export async function listTakesKeys(user: UserSession): Promise<void> {
  const delayMs = 75;
  await user.page.waitForFunction((delay) => {
    const list = document.querySelector<HTMLElement>(".cm-tooltip-autocomplete");
    if (!list) return false;
    list.dataset.since ??= String(performance.now());
    return performance.now() - Number(list.dataset.since) > delay;
  }, delayMs);
}
