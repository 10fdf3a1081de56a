/** Tests that run in VS Code's extension host. VS Code calls `run`. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import * as vscode from "vscode";

const extension = () => {
  const found = vscode.extensions.getExtension("tandem-ide.tandem-vscode");
  assert.ok(found, "The extension is there");
  return found;
};

interface Contributions {
  readonly commands: readonly { readonly command: string; readonly title: string }[];
  readonly menus: Readonly<Record<string, readonly { readonly command: string }[]>>;
  readonly configuration: {
    readonly properties: Readonly<
      Record<string, { readonly description?: string; readonly markdownDescription?: string }>
    >;
  };
}

const tests: Readonly<Record<string, () => Promise<void> | void>> = {
  async "every command in the manifest exists once the extension is active"() {
    await extension().activate();
    const { commands }: Contributions = extension().packageJSON.contributes;
    const known = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      commands.map(({ command }) => command).filter((command) => !known.has(command)),
      [],
    );
  },

  "every text in the manifest is translated, and every setting has a description"() {
    const { commands, configuration }: Contributions = extension().packageJSON.contributes;
    for (const { title } of commands) assert.doesNotMatch(title, /%/);
    for (const [name, setting] of Object.entries(configuration.properties)) {
      const words = setting.description ?? setting.markdownDescription ?? "";
      assert.ok(words.length > 10 && !words.includes("%"), `${name} has no description`);
    }
  },

  "every menu entry is a command in the manifest"() {
    const { commands, menus }: Contributions = extension().packageJSON.contributes;
    const declared = new Set(commands.map(({ command }) => command));
    for (const entries of Object.values(menus))
      for (const { command } of entries) assert.ok(declared.has(command), `${command} is in a menu, and not declared`);
  },

  "the extension runs on the machine with the files"() {
    assert.equal(extension().extensionKind, vscode.ExtensionKind.Workspace);
  },

  async "the files of a closed review are empty and ignore writes, so that their tabs can be closed"() {
    const uri = vscode.Uri.parse("tandem-review://gone.result/a.txt");
    assert.equal((await vscode.workspace.fs.readFile(uri)).byteLength, 0);
    await vscode.workspace.fs.writeFile(uri, Buffer.from("nobody wants it"));
    assert.equal((await vscode.workspace.fs.readFile(uri)).byteLength, 0);
  },

  async "the old side of a review can't be written, and nothing can be created or deleted there"() {
    const base = vscode.Uri.parse("tandem-review://gone.base/a.txt");
    await assert.rejects(async () => await vscode.workspace.fs.writeFile(base, Buffer.from("no")));
    await assert.rejects(async () => await vscode.workspace.fs.delete(base));
  },

  async "the text before a change that is no longer listed is that of the file, and can't be written"() {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, "kept.txt");
    const bytes = Buffer.from("\uFEFFkept\r\n\xe9", "latin1");
    await vscode.workspace.fs.writeFile(file, bytes);
    const before = vscode.Uri.from({ scheme: "tandem-change", path: file.path, query: "side=before&turn=1" });
    assert.deepEqual(Buffer.from(await vscode.workspace.fs.readFile(before)), bytes);
    await assert.rejects(async () => await vscode.workspace.fs.writeFile(before, bytes));
    await vscode.workspace.fs.delete(file);
    assert.equal((await vscode.workspace.fs.readFile(before)).byteLength, 0);
  },

  async "commands about a review show a message and change nothing if there is no review"() {
    for (const command of ["acceptReview", "rejectReview", "acceptHunk", "rejectHunk", "undecideHunk"])
      void vscode.commands.executeCommand(`tandem.${command}`);
    assert.equal(vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === "tandem-review").length, 0);
  },
};

/** VS Code calls this. Writes the result of each test to a file for the test outside. */
export async function run(): Promise<void> {
  const results: Record<string, string> = {};
  for (const [title, body] of Object.entries(tests))
    try {
      await body();
      results[title] = "passed";
    } catch (error) {
      results[title] = String(error instanceof Error ? (error.stack ?? error.message) : error);
    }
  writeFileSync(process.env.TANDEM_TEST_RESULTS ?? "", JSON.stringify(results));
}
