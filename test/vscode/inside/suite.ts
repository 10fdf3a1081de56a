/** Tests that run inside VS Code's extension host, as VS Code runs those of an extension: it calls `run`. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import * as vscode from "vscode";

const extension = () => {
  const found = vscode.extensions.getExtension("tandem.tandem-vscode");
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
  async "every command of the manifest is there once the extension is active"() {
    await extension().activate();
    const { commands }: Contributions = extension().packageJSON.contributes;
    const known = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      commands.map(({ command }) => command).filter((command) => !known.has(command)),
      [],
    );
  },

  "every word of the manifest is translated, and every setting has a description"() {
    const { commands, configuration }: Contributions = extension().packageJSON.contributes;
    for (const { title } of commands) assert.doesNotMatch(title, /%/);
    for (const [name, setting] of Object.entries(configuration.properties)) {
      const words = setting.description ?? setting.markdownDescription ?? "";
      assert.ok(words.length > 10 && !words.includes("%"), `${name} has no description`);
    }
  },

  "every menu names a command of the manifest"() {
    const { commands, menus }: Contributions = extension().packageJSON.contributes;
    const declared = new Set(commands.map(({ command }) => command));
    for (const entries of Object.values(menus))
      for (const { command } of entries) assert.ok(declared.has(command), `${command} is in a menu, and not declared`);
  },

  "it runs on the side of the files"() {
    assert.equal(extension().extensionKind, vscode.ExtensionKind.Workspace);
  },

  async "the files of a review that is gone are empty and swallow what is written, so that their tabs can be closed"() {
    const uri = vscode.Uri.parse("tandem-review:/gone/result/a.txt");
    assert.equal((await vscode.workspace.fs.readFile(uri)).byteLength, 0);
    await vscode.workspace.fs.writeFile(uri, Buffer.from("nobody wants it"));
    assert.equal((await vscode.workspace.fs.readFile(uri)).byteLength, 0);
  },

  async "the old side of a review cannot be written, and nothing can be made or removed there"() {
    const base = vscode.Uri.parse("tandem-review:/gone/base/a.txt");
    await assert.rejects(async () => await vscode.workspace.fs.writeFile(base, Buffer.from("no")));
    await assert.rejects(async () => await vscode.workspace.fs.delete(base));
  },

  async "commands about a review say so when there is none, and change nothing"() {
    for (const command of ["acceptReview", "rejectReview", "acceptHunk", "rejectHunk", "undecideHunk"])
      void vscode.commands.executeCommand(`tandem.${command}`);
    assert.equal(vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === "tandem-review").length, 0);
  },
};

/** VS Code calls this. What became of each test is written for the test outside. */
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
