/**
 * Shows code that Claude wants to run, in a tab of its own with the answers in its title, and as a message. The tab can be
 * taken away again when the question is withdrawn, which a message cannot; closing it is a no. Neither takes the focus: the
 * key that was meant for a terminal must not run anything.
 */
import { writtenOut } from "@tandem/protocol";
import type { CodeAnswer, CodeQuestion } from "@tandem/server";
import * as vscode from "vscode";
import { allTabs, uriOf } from "../editor/tabs.js";
import { tellWarning } from "../messages.js";

export const codeScheme = "tandem-code";

export class CodeQuestionTabs implements vscode.Disposable {
  readonly #answer: (run: string, answer: CodeAnswer) => void;
  readonly #asked = new Map<string, { readonly question: CodeQuestion; readonly uri: vscode.Uri }>();
  readonly #listeners: vscode.Disposable;

  constructor(answer: (run: string, answer: CodeAnswer) => void) {
    this.#answer = answer;
    const command = (id: string, given: CodeAnswer) =>
      vscode.commands.registerCommand(id, (uri?: vscode.Uri) => this.#answerShown(given, uri));
    this.#listeners = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(codeScheme, {
        provideTextDocumentContent: (uri) => writtenOut(this.#find(uri)?.question.code ?? ""),
      }),
      command("tandem.runCodeOnce", "once"),
      command("tandem.runCodeAlways", "always"),
      command("tandem.refuseCode", "never"),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const tab of closed) {
          const asked = this.#find(uriOf(tab));
          if (asked) this.#answer(asked.question.run, "never");
        }
      }),
    );
  }

  ask(question: CodeQuestion): void {
    const name = vscode.l10n.t("Claude wants to run this");
    const uri = vscode.Uri.from({ scheme: codeScheme, path: `/${question.run}/${name}.py` });
    this.#asked.set(question.run, { question, uri });
    void this.#show(question, uri);
  }

  /** It is answered, or nobody wants to know any more. */
  close({ run }: CodeQuestion): void {
    const asked = this.#asked.get(run);
    this.#asked.delete(run);
    const tabs = allTabs().filter((tab) => asked && uriOf(tab)?.toString() === asked.uri.toString());
    if (tabs.length > 0) void vscode.window.tabGroups.close(tabs, true);
  }

  /** Tabs of questions that went with a reload. */
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
    if (!this.#asked.has(run)) return;
    await vscode.window.showTextDocument(document, { preview: false, preserveFocus: true });
    const once = vscode.l10n.t("Run Once");
    const always = vscode.l10n.t("Always in This Workspace");
    const never = vscode.l10n.t("Do Not Run");
    const message = vscode.l10n.t("Claude wants to run Python code. It is shown in a tab.");
    const chosen = await tellWarning(message, once, always, never);
    const answers = new Map<string | undefined, CodeAnswer>([
      [once, "once"],
      [always, "always"],
      [never, "never"],
    ]);
    const answer = answers.get(chosen);
    // A message that was put away decides nothing: the tab is still there.
    if (answer) this.#answer(run, answer);
  }

  /** Answers what is in front of the user, and never another that waits behind it or took its place. */
  #answerShown(given: CodeAnswer, uri: vscode.Uri | undefined): void {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    const asked = this.#find(uri ?? (activeTab && uriOf(activeTab)));
    if (asked) {
      this.#answer(asked.question.run, given);
      return;
    }
    const [waiting] = this.#asked.values();
    if (!waiting) void tellWarning(vscode.l10n.t("No code waits to be run."));
    else {
      void vscode.window.showTextDocument(waiting.uri, { preview: false });
      void tellWarning(
        vscode.l10n.t("Nothing was answered. This is the code that waits now: look at it, then answer."),
      );
    }
  }

  #find(uri: vscode.Uri | undefined): { readonly question: CodeQuestion; readonly uri: vscode.Uri } | undefined {
    return uri?.scheme === codeScheme ? this.#asked.get(uri.path.split("/")[1] ?? "") : undefined;
  }
}
