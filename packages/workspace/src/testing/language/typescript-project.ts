/** The two real TypeScript servers, and a project for them. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { LanguageSettings } from "../../language/settings.js";
import { temporaryDirectory, writeTo } from "./temporary.js";

/** This package has an older TypeScript, without a server. The repository has the current one. */
const here = createRequire(import.meta.url);
const repository = createRequire(new URL("../../../../../package.json", import.meta.url));

/** Where a package is installed. */
export function packageFolder(name: string): string {
  const isEarlier = name === "earlier-typescript";
  return dirname(isEarlier ? here.resolve("typescript/package.json") : repository.resolve(`${name}/package.json`));
}

/** TypeScript 7, from which diagnostics are pulled. */
export const pullServer: LanguageSettings = {
  servers: { typescript: { command: join(packageFolder("typescript"), "bin/tsc"), args: ["--lsp", "--stdio"] } },
};

const older = {
  command: join(packageFolder("typescript-language-server"), "lib/cli.mjs"),
  args: ["--stdio"],
  extensions: [".ts"],
  languages: ["typescript"],
  startsBeforeTrust: true,
  initializationOptions: {
    disableAutomaticTypingAcquisition: true,
    tsserver: { path: join(packageFolder("earlier-typescript"), "lib/tsserver.js"), useSyntaxServer: "never" },
  },
};

/**
 * typescript-language-server with pushed diagnostics. It has another name, so that the better method from the table
 * isn't used.
 */
export const pushServer: LanguageSettings = { servers: { pushing: older } };

/** typescript-language-server as defined in the table. */
export const askedServer: LanguageSettings = { servers: { "typescript-language-server": older } };

/** Writes a tsconfig and these files to a folder, by default a new temporary one. */
export function typescriptProject(files: Readonly<Record<string, string>>, folder = temporaryDirectory()): string {
  const compilerOptions = { strict: true, noEmit: true, skipLibCheck: true, types: [], module: "nodenext" };
  writeTo(folder, "tsconfig.json", JSON.stringify({ compilerOptions, include: ["**/*.ts"] }));
  writeTo(folder, "package.json", JSON.stringify({ type: "module" }));
  for (const [name, text] of Object.entries(files)) writeTo(folder, name, text);
  return folder;
}
