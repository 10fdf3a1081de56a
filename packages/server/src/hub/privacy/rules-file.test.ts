import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { connected } from "../../testing/connected.js";
import { temporaryDirectory, writeTo } from "../../testing/temporary.js";
import { batchChecker } from "./batch-checker.js";
import { Privacy } from "./privacy.js";
import { isPrivacyFile, readPrivacyFile } from "./rules-file.js";
import { snapshotRules } from "./snapshot.js";

function privacyOf(folder: string, hostRules: string[] = []): Privacy {
  return new Privacy({ folders: () => [folder], hostRules, isPaused: false });
}

const utf16 = (text: string) => Buffer.from(text, "utf16le");

describe("invalid rules hide everything", () => {
  test.each([
    [
      "UTF-16, as PowerShell's > writes it, was read as no rules",
      Buffer.concat([Buffer.from([0xff, 0xfe]), utf16("plan.txt\r\n")]),
      "UTF-8",
    ],
    [
      "UTF-16 of the other byte order",
      Buffer.concat([Buffer.from([0xfe, 0xff]), utf16("plan.txt\r\n").swap16()]),
      "UTF-8",
    ],
    ["UTF-16 without a byte-order mark", utf16("plan.txt\n"), "UTF-8"],
    [
      "Latin-1 lost the accents, and the file that it named was shared",
      Buffer.from("caf\xe9.txt\n", "latin1"),
      "UTF-8",
    ],
    ["CR alone made one long rule of all of them", Buffer.from("plan.txt\rdiary.txt\r"), "LF line endings"],
  ])("%s", (_story, bytes, advice) => {
    const folder = temporaryDirectory();
    writeTo(folder, ".tandemignore", bytes);
    writeTo(folder, "harmless.txt", "");
    const found = privacyOf(folder).checkRules(join(folder, "harmless.txt"));
    expect(found).toMatchObject({ source: join(folder, ".tandemignore"), rule: expect.stringContaining(advice) });
    expect(snapshotRules(privacyOf(folder)).mayMatch("harmless.txt")).toBe(true);
  });

  test("UTF-8 works with and without a byte-order mark, with LF and CRLF", () => {
    for (const text of ["plan.txt\ndiary.txt\n", "\uFEFFplan.txt\r\ndiary.txt"]) {
      const folder = temporaryDirectory();
      writeTo(folder, ".tandemignore", text);
      const privacy = privacyOf(folder);
      expect(
        ["plan.txt", "diary.txt", "a.txt"].map((name) => privacy.checkRules(join(folder, name)) !== undefined),
      ).toEqual([true, true, false]);
    }
  });

  test("a missing file or a directory can't be read", () => {
    const folder = temporaryDirectory();
    expect(readPrivacyFile(join(folder, "none"))).toMatchObject({ fault: expect.stringContaining("cannot be read") });
    expect(readPrivacyFile(folder)).toMatchObject({ fault: expect.stringContaining("cannot be read") });
  });
});

describe("rules match names in both Unicode normal forms", () => {
  const composed = "r\u00e9sum\u00e9";
  const decomposed = composed.normalize("NFD");

  test.each([
    ["NFC", "NFD", composed, decomposed],
    ["NFD", "NFC", decomposed, composed],
  ])("a rule in %s, a name in %s", (_rule, _name, inRule, inName) => {
    const folder = temporaryDirectory();
    writeTo(folder, ".tandemignore", `${inRule}*\n`);
    const path = writeTo(folder, `${inName}.txt`, "");
    const privacy = privacyOf(folder);
    expect(privacy.checkRules(path)).toMatchObject({ source: join(folder, ".tandemignore") });
    expect(batchChecker(privacy)(path)).toBeDefined();
    expect(snapshotRules(privacy).mayMatch(`${inName}.txt`)).toBe(true);
    expect([...privacy.checkEntries(folder, [{ name: `${inName}.txt`, isLink: false, isFolder: false }])]).toHaveLength(
      1,
    );
    expect(privacyOf(temporaryDirectory(), [`${inRule}*`]).checkRules(path)).toMatchObject({ source: "settings" });
  });

  test("a folder in one form, a path in the other", () => {
    const parent = temporaryDirectory();
    const folder = join(parent, decomposed);
    writeTo(folder, ".tandemignore", "plan.txt\n");
    expect(privacyOf(folder).checkRules(join(parent, composed, "plan.txt"))).toBeDefined();
  });
});

describe("the rules file", () => {
  test.each([".tandemignore", ".TandemIgnore", "deep/.tandemignore", ".tandemignore/x"])("%s is one", (name) => {
    expect(isPrivacyFile(join("/w", name), ["/w"])).toBe(true);
  });

  test("a client's save doesn't apply rules that the user is still typing", async () => {
    const { client, editor, folder } = await connected();
    const path = writeTo(folder, ".tandemignore", "plan.txt\n");
    editor.documents.set(path, { isDirty: true, isUntitled: false });
    let saves = 0;
    Object.assign(editor, { saveDocument: () => saves++ === 0 });
    expect(await client.callJson("saveDocument", { filePath: path })).toEqual({
      success: false,
      message: `Only the user can change privacy rules: ${path}`,
    });
    expect([saves, readFileSync(path, "utf8")]).toEqual([0, "plan.txt\n"]);
  });
});

describe("nothing about a hidden file is revealed by", () => {
  const hidden = { success: false, message: "Hidden by privacy rules" };

  test("saveDocument and checkDocumentDirty", async () => {
    const { client, editor, folder } = await connected();
    const path = writeTo(folder, ".env", "KEY=1\n");
    editor.documents.set(path, { isDirty: true, isUntitled: false });
    expect(await client.callJson("checkDocumentDirty", { filePath: path })).toEqual(hidden);
    expect(await client.callJson("saveDocument", { filePath: path })).toEqual(hidden);
  });

  test("close_tab: the tab stays, and the result is the same as for an unknown tab", async () => {
    const { client, editor, folder } = await connected();
    const path = writeTo(folder, ".env", "KEY=1\n");
    editor.tabs = [{ path, isActive: true, isDirty: true, languageId: "plaintext", lineCount: 1 }];
    editor.closeTabAnswer = "unsaved changes";
    expect(await client.callTool("close_tab", { tab_name: ".env" })).toEqual(["TAB_CLOSED"]);
  });

  test.each([
    ["hidden", ".env"],
    ["outside of the folders", "../outside.txt"],
  ])("openDiff: the old text of a file that is %s was returned after one rejected hunk", async (_what, name) => {
    const parent = temporaryDirectory();
    const { client, editor } = await connected();
    editor.workspaceFolders = [join(parent, "workspace")];
    writeTo(parent, "workspace/a.txt", "");
    writeTo(parent, "outside.txt", "secret\n");
    writeTo(parent, "workspace/.env", "secret\n");
    const id = client.beginTool("openDiff", {
      old_file_path: join(parent, "workspace", name),
      new_file_path: join(parent, "workspace/a.txt"),
      new_file_contents: "one\ntwo\n",
      tab_name: "a tab",
    });
    const { result } = await client.answer(id);
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toContain("is hidden from clients");
    expect(editor.shown).toEqual([]);
  });

  test("openDiff still shows a change to such a file", async () => {
    const { client, editor, folder } = await connected();
    const path = writeTo(folder, ".env", "KEY=1\n");
    const args = { old_file_path: path, new_file_path: path, new_file_contents: "KEY=2\n", tab_name: "a tab" };
    const id = client.beginTool("openDiff", args);
    (await editor.diff("a tab")).decide({ accepted: true, text: "KEY=2\n" });
    expect(await client.texts(id)).toEqual(["FILE_SAVED", "KEY=2\n"]);
  });
});
