import { join } from "node:path";
import { FakeClock } from "@tandem-ide/base/testing";
import { describe, expect, test } from "vitest";
import { connected } from "../../testing/connected.js";
import { writeTo } from "../../testing/temporary.js";

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

/**
 * Returns the message that the client gets for a file with this text and this diagnostic. The time stands still, because
 * what isn't found in time is removed.
 */
async function messageFor(text: string, message: string, files: Record<string, string> = {}, name = "folder/a.ts") {
  const { client, editor, folder } = await connected({ clock: new FakeClock() });
  editor.workspaceFolders = [join(folder, "folder")];
  editor.events?.workspaceFoldersChanged();
  const path = writeTo(folder, name, text);
  for (const [each, content] of Object.entries(files)) writeTo(folder, each, content);
  editor.diagnosticsAnswer = {
    files: [{ path, diagnostics: [{ message, severity: "Error", range }] }],
    isCurrent: true,
  };
  const answer = await client.callTool("getDiagnostics", { uri: `file://${path}` });
  return JSON.parse(answer[0] ?? "")[0].diagnostics[0].message;
}

const probe = 'import { key } from "./secret";\nconst n: "zz" = key;\n';
const message = `Type '"sk-live-42"' is not assignable to type '"zz"'.`;
const redacted = `Type '"…"' is not assignable to type '"zz"'.`;
const secret = 'export const key = "sk-live-42" as const;\n';

describe("diagnostics that quote other files", () => {
  test("a client that imports a hidden file doesn't get its literals", async () => {
    const files = { "folder/secret.ts": secret, "folder/.tandemignore": "secret.ts\n" };
    expect(await messageFor(probe, message, files)).toBe(redacted);
  });

  test("a hidden file with global declarations needs no import", async () => {
    const files = { "folder/deep/globals.d.ts": secret, "folder/.tandemignore": "globals.d.ts\n" };
    expect(await messageFor("const n: 'zz' = key;\n", message, files)).toBe(redacted);
  });

  test("a file outside, directly and through another file", async () => {
    expect(await messageFor(probe.replace("./", "../outside/"), message, { "outside/secret.ts": secret })).toBe(
      redacted,
    );
    const files = { "outside/secret.ts": secret, "folder/b.ts": 'export * from "../outside/secret.js";\n' };
    expect(await messageFor(probe.replace("./secret", "./b.js"), message, files)).toBe(redacted);
  });

  test.each([
    ["a quote in a comment before it", "/* ' */ import { key } from '../outside/secret'; const n: 'zz' = key;\n"],
    ["two kinds of quotes before it", "// don't \"\nlet a = '\"'; import { key } from \"../outside/secret\"; 'zz';\n"],
    ["a dot as \\x2e", 'import { key } from "\\x2e./outside/secret"; "zz";\n'],
    ["a dot as \\u002e", 'import { key } from "\\u002e./outside/secret"; "zz";\n'],
    ["a dot as \\u{2e}", 'import { key } from ".\\u{2e}/outside/secret"; "zz";\n'],
    ["unnecessary escapes", 'import { key } from "\\.\\./out\\side/secret"; "zz";\n'],
    ["a continued line", 'import { key } from "../out\\\nside/secret"; "zz";\n'],
    ["backslashes", 'import { key } from "..\\\\outside\\\\secret"; "zz";\n'],
    ["a long way round", `import { key } from "${"./".repeat(300)}../outside/secret"; "zz";\n`],
    ["an escaped quote before it", "let a = 'it\\'s'; import { key } from '../outside/secret'; 'zz';\n"],
  ])("a file outside, referenced behind %s", async (_trick, text) => {
    expect(await messageFor(text, message, { "outside/secret.ts": secret })).toBe(redacted);
  });

  test.each([
    ["from ..outside import secret\nn: int = secret.key\n"],
    ["from \\\n  ..outside import secret\n"],
    ["from . . outside import secret\n"],
  ])("a module outside, from a folder that isn't a package: %j", async (text) => {
    const quoted = `"Literal['sk-live-42']" is not assignable to "int"`;
    expect(await messageFor(text, quoted, { "outside/secret.py": "key = 'sk-live-42'\n" }, "folder/a.py")).toBe(
      `"Literal['…']" is not assignable to "int"`,
    );
  });

  test("a file that referenced one when the editor read it, but no longer does", async () => {
    const { client, editor, folder } = await connected({ clock: new FakeClock() });
    editor.workspaceFolders = [join(folder, "folder")];
    editor.events?.workspaceFoldersChanged();
    writeTo(folder, "outside/secret.ts", secret);
    const path = writeTo(folder, "folder/a.ts", "");
    const write = (content: string) => client.request("writeFile", { path: "a.ts", content });
    await write(probe.replace("./", "../outside/"));
    editor.diagnosticsAnswer = {
      files: [{ path, diagnostics: [{ message, severity: "Error", range }] }],
      isCurrent: false,
    };
    await write('const n: "zz" = 1;\n');
    const [answer = ""] = await client.callTool("getDiagnostics", { uri: `file://${path}` });
    expect(JSON.parse(answer)[0].diagnostics[0].message).toBe(redacted);
  });

  test("through another file that is too large to scan", async () => {
    const large = `export * from "../outside/secret.js";\n${" ".repeat(1024 * 1024)}`;
    const files = { "outside/secret.ts": secret, "folder/b.ts": large };
    expect(await messageFor(probe.replace("./secret", "./b.js"), message, files)).toBe(redacted);
  });

  test("a file that is itself outside", async () => {
    expect(await messageFor(secret, "Cannot find name 'sk'. See 'key'.", {}, "outside/a.ts")).toBe(
      "Cannot find name '…'. See '…'.",
    );
  });

  test("a rules file included by C", async () => {
    const files = { "folder/.env": "HUNTER2 x\n" };
    expect(await messageFor('#include ".env"\n', "unknown type name 'HUNTER2'", files, "folder/a.c")).toBe(
      "unknown type name '…'",
    );
  });

  test("text in a shared file, if the response is due before that is found", async () => {
    const time = new FakeClock();
    let now = 0;
    const { client, editor, folder } = await connected({
      clock: { now: () => now, after: (ms, task) => time.after(ms, task) },
    });
    const path = writeTo(folder, "a.ts", probe);
    writeTo(folder, "secret.ts", secret);
    editor.diagnostics = () => {
      now = 401;
      return { files: [{ path, diagnostics: [{ message, severity: "Error", range }] }], isCurrent: true };
    };
    const [answer = ""] = await client.callTool("getDiagnostics", { uri: `file://${path}` });
    expect(JSON.parse(answer)[0].diagnostics[0].message).toBe(redacted);
  });

  test("text in a shared file stays", async () => {
    const rules = { "folder/.tandemignore": "hidden.ts\n", "folder/hidden.ts": "" };
    expect(await messageFor(probe, message, { "folder/secret.ts": secret, ...rules })).toBe(message);
  });

  test("changes nothing without a hidden file of the same language", async () => {
    const files = { "folder/.env": "KEY=1\n", "folder/secret.py": "", "folder/.tandemignore": "secret.py\n" };
    expect(await messageFor("document.x\n", "Property 'x' does not exist on type 'Document'.", files)).toBe(
      "Property 'x' does not exist on type 'Document'.",
    );
    expect(await messageFor('import "bare"; "./nowhere";\n', message)).toBe(message);
  });
});
