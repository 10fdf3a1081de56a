/** The two real TypeScript servers, and a project for them. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { LanguageSettings } from "../../language/settings.js";
import { temporaryDirectory, writeTo } from "./temporary.js";

/** This package's own TypeScript is an earlier one, which has no server of its own; the repository's is the current one. */
const here = createRequire(import.meta.url);
const repository = createRequire(new URL("../../../../../package.json", import.meta.url));

/** Where a package is installed. */
export function packageFolder(name: string): string {
  const isEarlier = name === "earlier-typescript";
  return dirname(isEarlier ? here.resolve("typescript/package.json") : repository.resolve(`${name}/package.json`));
}

/** TypeScript 7, which is asked for diagnostics. */
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

/** typescript-language-server by what it pushes: under another name the table's better way to ask it is not known. */
export const pushServer: LanguageSettings = { servers: { pushing: older } };

/** typescript-language-server as the table has it. */
export const askedServer: LanguageSettings = { servers: { "typescript-language-server": older } };

/** Puts a tsconfig and these files into a folder, by default one of the test's own. */
export function typescriptProject(files: Readonly<Record<string, string>>, folder = temporaryDirectory()): string {
  const compilerOptions = { strict: true, noEmit: true, skipLibCheck: true, types: [], module: "nodenext" };
  writeTo(folder, "tsconfig.json", JSON.stringify({ compilerOptions, include: ["**/*.ts"] }));
  writeTo(folder, "package.json", JSON.stringify({ type: "module" }));
  for (const [name, text] of Object.entries(files)) writeTo(folder, name, text);
  return folder;
}
