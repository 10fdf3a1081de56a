/** Shows messages with their text escaped, so that names in them can't become links. */
import * as vscode from "vscode";
import { displayText } from "./display-text.js";

type Chosen = Thenable<string | undefined>;

export function showInformation(message: string, ...choices: readonly string[]): Chosen {
  return vscode.window.showInformationMessage(displayText(message), ...choices);
}

export function showWarning(message: string, ...choices: readonly string[]): Chosen {
  return vscode.window.showWarningMessage(displayText(message), ...choices);
}

export function showErrorMessage(message: string, ...choices: readonly string[]): Chosen {
  return vscode.window.showErrorMessage(displayText(message), ...choices);
}

/** Asks in a dialog. Resolves to true if the user chooses `action`. */
export async function askInDialog(question: string, action: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(displayText(question), { modal: true }, action)) === action;
}
