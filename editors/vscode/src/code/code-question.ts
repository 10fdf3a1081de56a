/**
 * Shows the code that Claude wants to run: in a tab, with buttons in its title bar, and in a message. Closing the tab
 * denies permission. When the question is withdrawn, the tab is closed too; VS Code can't close a message. Neither
 * takes focus, because a key typed in a terminal must not run code.
 */
import { escapeInvisible } from "@tandem-ide/protocol";
import type { CodeAnswer, CodeQuestion } from "@tandem-ide/server";
import * as vscode from "vscode";
import { allTabs, uriOf } from "../editor/tabs.js";
import { showWarning } from "../messages.js";

export const codeScheme = "tandem-code";

export class CodeQuestionTabs implements vscode.Disposable {
  readonly #answer: (run: string, answer: CodeAnswer) => void;
  readonly #pending = new Map<string, { readonly question: CodeQuestion; readonly uri: vscode.Uri }>();
  readonly #listeners: vscode.Disposable;

  constructor(answer: (run: string, answer: CodeAnswer) => void) {
    this.#answer = answer;
    const command = (id: string, given: CodeAnswer) =>
      vscode.commands.registerCommand(id, (uri?: vscode.Uri) => this.#answerShown(given, uri));
    this.#listeners = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(codeScheme, {
        provideTextDocumentContent: (uri) => escapeInvisible(this.#find(uri)?.question.code ?? ""),
      }),
      command("tandem.runCodeOnce", "once"),
      command("tandem.runCodeAlways", "always"),
      command("tandem.refuseCode", "never"),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const tab of closed) {
          const pending = this.#find(uriOf(tab));
          if (pending) this.#answer(pending.question.run, "never");
        }
      }),
    );
  }

  ask(question: CodeQuestion): void {
    const name = vscode.l10n.t("Claude wants to run this");
    const uri = vscode.Uri.from({ scheme: codeScheme, path: `/${question.run}/${name}.py` });
    this.#pending.set(question.run, { question, uri });
    void this.#show(question, uri);
  }

  /** The question was answered or withdrawn. */
  close({ run }: CodeQuestion): void {
    const pending = this.#pending.get(run);
    this.#pending.delete(run);
    const tabs = allTabs().filter((tab) => pending && uriOf(tab)?.toString() === pending.uri.toString());
    if (tabs.length > 0) void vscode.window.tabGroups.close(tabs, true);
  }

  /** Closes tabs of questions from before a reload. */
  async closeLost(): Promise<void> {
    const lost = allTabs().filter((tab) => uriOf(tab)?.scheme === codeScheme && !this.#find(uriOf(tab)));
    if (lost.length > 0) await vscode.window.tabGroups.close(lost, true);
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  async #show({ run }: CodeQuestion, uri: vscode.Uri): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.languages.setTextDocumentLanguage(document, "python").then(undefined, () => {});
    if (!this.#pending.has(run)) return;
    await vscode.window.showTextDocument(document, { preview: false, preserveFocus: true });
    const once = vscode.l10n.t("Run Once");
    const always = vscode.l10n.t("Always in This Workspace");
    const never = vscode.l10n.t("Don't Run");
    const message = vscode.l10n.t("Claude wants to run Python code. Review it in the tab.");
    const chosen = await showWarning(message, once, always, never);
    const answers = new Map<string | undefined, CodeAnswer>([
      [once, "once"],
      [always, "always"],
      [never, "never"],
    ]);
    const answer = answers.get(chosen);
    // Dismissing the message is not an answer: the tab is still open.
    if (answer) this.#answer(run, answer);
  }

  /** Answers the question in the active tab, never another one that the user may not have seen. */
  #answerShown(given: CodeAnswer, uri: vscode.Uri | undefined): void {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    const pending = this.#find(uri ?? (activeTab && uriOf(activeTab)));
    if (pending) {
      this.#answer(pending.question.run, given);
      return;
    }
    const [next] = this.#pending.values();
    if (!next) void showWarning(vscode.l10n.t("No code is awaiting approval."));
    else {
      void vscode.window.showTextDocument(next.uri, { preview: false });
      void showWarning(vscode.l10n.t("This code is awaiting approval. Review it, then choose again."));
    }
  }

  #find(uri: vscode.Uri | undefined): { readonly question: CodeQuestion; readonly uri: vscode.Uri } | undefined {
    return uri?.scheme === codeScheme ? this.#pending.get(uri.path.split("/")[1] ?? "") : undefined;
  }
}
