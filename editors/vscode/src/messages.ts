/** The one way to a message of VS Code: what has names in it is text there, and no link. */
import * as vscode from "vscode";
import { shownWords } from "./shown-words.js";

type Chosen = Thenable<string | undefined>;

export function tellInformation(message: string, ...choices: readonly string[]): Chosen {
  return vscode.window.showInformationMessage(shownWords(message), ...choices);
}

export function tellWarning(message: string, ...choices: readonly string[]): Chosen {
  return vscode.window.showWarningMessage(shownWords(message), ...choices);
}

export function tellError(message: string, ...choices: readonly string[]): Chosen {
  return vscode.window.showErrorMessage(shownWords(message), ...choices);
}
