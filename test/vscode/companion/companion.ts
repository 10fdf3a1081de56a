/** An extension for tests only: it does what a test's driver asks, with VS Code's API. It doesn't know Tandem. */
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import * as vscode from "vscode";
import type { Problem, Verbs } from "./verbs.js";

/** How many times the forbidden command was run. */
let canaries = 0;

/** Takes part in every save, as a formatter does. */
let slowSaves: vscode.Disposable | undefined;
let runningSaves = 0;

async function slowly(ms: number): Promise<void> {
  runningSaves++;
  await new Promise((resolve) => setTimeout(resolve, ms));
  runningSaves--;
}

const problems = vscode.languages.createDiagnosticCollection("companion");

const severities: Record<Problem["severity"], vscode.DiagnosticSeverity> = {
  Error: vscode.DiagnosticSeverity.Error,
  Warning: vscode.DiagnosticSeverity.Warning,
  Info: vscode.DiagnosticSeverity.Information,
  Hint: vscode.DiagnosticSeverity.Hint,
};

function toRange({ start, end }: Problem["range"]): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

function tabUri({ input }: vscode.Tab): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputText) return input.uri;
  return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}

const allTabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
const tabsOf = (path: string) =>
  allTabs().filter((tab) => tabUri(tab)?.toString() === vscode.Uri.file(path).toString());

async function show(path: string): Promise<vscode.TextEditor> {
  return await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: false });
}

async function closeTabs(tabs: readonly vscode.Tab[]): Promise<void> {
  for (const tab of tabs) {
    // It may have been closed in the meantime.
    if (!allTabs().includes(tab)) continue;
    const uri = tabUri(tab);
    if (tab.isDirty && uri) {
      await vscode.window.showTextDocument(uri, { preview: false, viewColumn: tab.group.viewColumn });
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    } else await vscode.window.tabGroups.close(tab);
  }
}

/** Waits until the extension API reports this selection, which comes from the page a moment later. */
async function selected(editor: vscode.TextEditor, selection: vscode.Selection): Promise<void> {
  if (editor.selection.isEqual(selection)) return;
  await new Promise<void>((resolve) => {
    const listener = vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (textEditor !== editor || !editor.selection.isEqual(selection)) return;
      listener.dispose();
      resolve();
    });
    editor.selection = selection;
  });
}

const verbs: Verbs = {
  ping: () => process.pid,
  async open(path) {
    await show(path);
  },
  close: (path) => closeTabs(tabsOf(path)),
  closeAll: () => closeTabs(allTabs()),
  async select(path, range) {
    const editor = await show(path);
    const { start, end } = toRange(range);
    await selected(editor, new vscode.Selection(start, end));
  },
  selection() {
    const editor = vscode.window.activeTextEditor;
    return editor && { path: editor.document.uri.fsPath, range: editor.selection };
  },
  text: (uri) => vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri)?.getText(),
  async type(text) {
    for (const [index, line] of text.split("\n").entries()) {
      if (index > 0) await vscode.commands.executeCommand("type", { text: "\n" });
      await vscode.commands.executeCommand("type", { text: line });
    }
  },
  async useCrlf() {
    await vscode.window.activeTextEditor?.edit((edit) => edit.setEndOfLine(vscode.EndOfLine.CRLF));
  },
  async save(path) {
    const document = await vscode.workspace.openTextDocument(path);
    if (!(await document.save())) throw new Error(`${path} was not saved`);
  },
  tabs: () =>
    vscode.window.tabGroups.all.flatMap((group, index) =>
      group.tabs.map((tab) => ({
        label: tab.label,
        uri: tabUri(tab)?.toString(),
        isDirty: tab.isDirty,
        isActive: tab.isActive,
        group: index,
      })),
    ),
  async command(id, ...args) {
    const toUri = (each: unknown): unknown => {
      if (Array.isArray(each)) return each.map(toUri);
      return typeof each === "string" && /^[a-z-]+:\//.test(each) ? vscode.Uri.parse(each) : each;
    };
    const result: unknown = await vscode.commands.executeCommand(id, ...args.map(toUri));
    return ["string", "number", "boolean"].includes(typeof result) ? result : undefined;
  },
  diagnose(path, found) {
    problems.set(
      vscode.Uri.file(path),
      found.map(({ message, severity, range, source }) => {
        const problem = new vscode.Diagnostic(toRange(range), message, severities[severity]);
        if (source !== undefined) problem.source = source;
        return problem;
      }),
    );
  },
  folders: () => (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
  slowSaves(ms) {
    slowSaves?.dispose();
    slowSaves = ms === 0 ? undefined : vscode.workspace.onWillSaveTextDocument((event) => event.waitUntil(slowly(ms)));
  },
  runningSaves: () => runningSaves,
  setFolders(folders) {
    const before = vscode.workspace.workspaceFolders?.length ?? 0;
    const after = folders.map((path) => ({ uri: vscode.Uri.file(path) }));
    vscode.workspace.updateWorkspaceFolders(0, before, ...after);
  },
  addFolder(folder) {
    const end = vscode.workspace.workspaceFolders?.length ?? 0;
    vscode.workspace.updateWorkspaceFolders(end, 0, { uri: vscode.Uri.file(folder) });
  },
  async setting(name, value) {
    await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
  },
  async terminal(command) {
    const terminal = vscode.window.createTerminal({ name: "test" });
    terminal.show();
    terminal.sendText(command);
    return await terminal.processId;
  },
  canaries: () => canaries,
  tell(message) {
    void vscode.window.showInformationMessage(message);
  },
  clipboard: async () => await vscode.env.clipboard.readText(),
};

function isVerb(name: string): name is keyof Verbs {
  return name in verbs;
}

async function perform(name: string, args: readonly unknown[]): Promise<unknown> {
  if (!isVerb(name)) throw new Error(`The companion has no verb ${name}`);
  return await Reflect.apply(verbs[name], verbs, args);
}

export function activate(context: vscode.ExtensionContext): void {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const args: readonly unknown[] = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      perform(request.url?.slice(1) ?? "", args).then(
        (value) => response.end(JSON.stringify({ value })),
        (error) => response.end(JSON.stringify({ error: String(error) })),
      );
    });
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    const file = process.env.TANDEM_TEST_COMPANION;
    if (file && address && typeof address === "object") writeFileSync(file, `${address.port} ${process.pid}`);
  });
  const canary = vscode.commands.registerCommand("companion.canary", () => {
    canaries++;
  });
  context.subscriptions.push(problems, canary, { dispose: () => server.close() });
}
