import type { Diagnostic, Severity } from "@tandem-ide/base";
import { expect, test } from "vitest";
import { temporaryDirectory, writeTo } from "../testing/language/temporary.js";
import { answerAll } from "./answer-all.js";
import { toDiagnostics } from "./diagnostic-shapes.js";
import { folderOf, rootOf } from "./root-of.js";
import { typescriptLanguageServerOptions } from "./server-options.js";
import { sectionOf } from "./server-requests.js";
import { defaultServers } from "./servers-table.js";
import { serversWith } from "./settings.js";

test("uses the built-in servers without settings", () => {
  expect(serversWith(undefined)).toEqual(defaultServers);
  expect(new Set(defaultServers.map(({ id }) => id)).size).toBe(defaultServers.length);
});

test("settings add servers, change built-in ones, come first, and disable servers", () => {
  const servers = serversWith({
    servers: {
      gopls: { args: ["-remote=auto"], settings: { gopls: { staticcheck: true } } },
      pylsp: { disabled: true },
      elixir: { command: "elixir-ls", extensions: [".EX"], languages: ["elixir"] },
    },
  });
  expect(servers.slice(0, 2)).toMatchObject([
    { id: "gopls", extensions: [".go"], program: { command: "gopls", args: ["-remote=auto"] } },
    { id: "elixir", extensions: [".ex"], program: { command: "elixir-ls", args: [] } },
  ]);
  expect(servers.map(({ id }) => id)).not.toContain("pylsp");
  expect(servers.filter(({ id }) => id === "gopls")).toHaveLength(1);
});

test("a custom command doesn't inherit the npm package", () => {
  const [server] = serversWith({ servers: { pyright: { command: "/opt/pyright/langserver" } } });
  expect(server?.program).toEqual({ command: "/opt/pyright/langserver", args: ["--stdio"] });
});

test("a custom server needs trust, unless the settings say that it runs no code of a folder", () => {
  const of = (settings: object) => serversWith({ servers: settings })[0]?.workspaceCode.startsBeforeTrust;
  expect(of({ elixir: { command: "elixir-ls" } })).toBe(false);
  expect(of({ elixir: { command: "elixir-ls", startsBeforeTrust: true } })).toBe(true);
  expect(of({ pyright: { startsBeforeTrust: false } })).toBe(false);
  expect(of({ pyright: { command: "/opt/pyright/langserver" } })).toBe(true);
});

test.each([
  [{ servers: { gopls: { arguments: [] } } }, `"servers.gopls" doesn't accept "arguments"`],
  [{ servers: { gopls: { args: "x" } } }, '"servers.gopls.args" must be of type array'],
  [{ servers: { x: { command: "x", extensions: ["ts"] } } }, "must start with a dot, like .ts"],
  [{ servers: { elixir: {} } }, '"elixir" isn\'t a built-in server, so it needs a "command"'],
])("rejects invalid settings with a message: %j", (settings, words) => {
  expect(() => serversWith(settings)).toThrow(words);
});

test("finds the innermost folder of a file and the outermost project in it", () => {
  const folder = temporaryDirectory();
  writeTo(folder, "app/Cargo.toml", "");
  const path = writeTo(folder, "app/part/src/main.rs", "");
  writeTo(folder, "app/part/Cargo.toml", "");
  expect(folderOf(path, ["/other", folder, `${folder}/app`])).toBe(`${folder}/app`);
  expect(folderOf("/outside/main.rs", [folder])).toBe(folder);
  expect(folderOf(`${folder}-twin/main.rs`, ["/other", folder])).toBe("/other");
  expect(rootOf(path, folder, ["Cargo.toml"])).toBe(`${folder}/app`);
  expect(rootOf(path, folder, [])).toBe(folder);
  expect(rootOf(path, folder, ["none"])).toBe(folder);
  expect(rootOf("/outside/main.rs", folder, ["Cargo.toml"])).toBe(folder);
});

test("without trust, typescript-language-server gets a TypeScript to run or isn't used", () => {
  const root = temporaryDirectory();
  const path = writeTo(root, "bin/typescript-language-server", "");
  const found = { path, folder: root, initializationOptions: undefined };
  for (const named of ["node_modules/typescript/lib/tsserver.js", `${root}/evil.js`])
    expect(
      typescriptLanguageServerOptions({
        ...found,
        isTrusted: false,
        initializationOptions: { tsserver: { path: named } },
      }),
    ).toHaveProperty("notUsable");
  expect(typescriptLanguageServerOptions({ ...found, isTrusted: false })).toHaveProperty("notUsable");
  const tsserver = writeTo(root, "bin/node_modules/typescript/lib/tsserver.js", "");
  expect(typescriptLanguageServerOptions({ ...found, isTrusted: false })).toMatchObject({
    tsserver: { path: tsserver },
  });
});

test("finds a section of the settings by its dotted name, or null", () => {
  const settings = { a: { b: { c: 1 } } };
  expect(sectionOf(settings, "a.b")).toEqual({ c: 1 });
  expect(sectionOf(settings, "a.x.c")).toBeNull();
  expect(sectionOf(settings, "constructor")).toBeNull();
  expect(sectionOf(settings, undefined)).toBe(settings);
});

function diagnostic(severity: Severity, line = 0): Diagnostic {
  const range = { start: { line, character: 0 }, end: { line, character: 1 } };
  return { message: `${severity} ${line}`, severity, range };
}

test("all files: errors first, then the last changed files, up to the limit", () => {
  const known = new Map([
    ["/hints", [diagnostic("Hint")]],
    ["/old", [diagnostic("Warning", 1), diagnostic("Error", 9), diagnostic("Error", 2)]],
    ["/new", [diagnostic("Error")]],
    ["/clean", []],
  ]);
  const touched = new Map([
    ["/old", 1],
    ["/new", 2],
    ["/hints", 3],
  ]);
  const answer = answerAll(known, (path) => touched.get(path) ?? 0, 3, true);
  expect(answer.files.map(({ path, diagnostics }) => [path, diagnostics.map(({ message }) => message)])).toEqual([
    ["/new", ["Error 0"]],
    ["/old", ["Error 2", "Error 9"]],
  ]);
  expect(answer).toMatchObject({ leftOut: 2, isCurrent: true });
  expect(answerAll(known, () => 0, 5, false)).not.toHaveProperty("leftOut");
});

test("checks what servers send: Markdown, a missing severity, invalid data", () => {
  const range = { start: { line: 0, character: 1 }, end: { line: 0, character: 2 } };
  expect(
    toDiagnostics([
      { range, message: { kind: "markdown", value: "*bad*" }, severity: 3, code: "E1", source: null },
      { range, message: "bad", code: 7 },
      { range: { start: { line: -1, character: 0 }, end: { line: 0, character: 0 } }, message: "no such line" },
      null,
    ]),
  ).toEqual([
    { range, message: "*bad*", severity: "Info", code: "E1" },
    { range, message: "bad", severity: "Error", code: 7 },
  ]);
});
