/** The list of past decisions, in a dialog. */
import type { Extension } from "@codemirror/state";
import { agentName, describeRecord } from "@tandem-ide/base/review";
import type { EndedReview } from "../messages.js";
import { create } from "../review/bar-elements.js";
import { applyThemeOf } from "../review/panel-style.js";
import { changesPanelStyle } from "./changes-panel-style.js";

export function showEndedReviews(ended: readonly EndedReview[], extensions: Extension): void {
  const dialog = create("dialog", "tandem-question");
  const form = create("form", "");
  form.method = "dialog";
  form.append(create("button", "", "Close"));
  dialog.setAttribute("aria-label", "Past decisions");
  dialog.append(ended.length > 0 ? tableOf(ended) : create("p", "", "No past decisions yet."), form);
  document.body.append(dialog);
  applyThemeOf(extensions, dialog, changesPanelStyle);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}

function tableOf(ended: readonly EndedReview[]): HTMLElement {
  const table = create("table", "tandem-ended");
  table.createCaption().textContent = "Past decisions";
  const head = table.createTHead().insertRow();
  for (const title of ["Time", "Agent", "File", "Outcome"]) {
    const cell = create("th", "", title);
    cell.scope = "col";
    head.append(cell);
  }
  const body = table.createTBody();
  for (const { record, file } of ended) {
    const row = body.insertRow();
    const { reason, comments = [] } = record.feedback ?? {};
    const feedbackLines = [reason, ...comments.map(({ line, text }) => `Line ${line + 1}: ${text}`)];
    const outcome = [describeRecord(record, file), ...feedbackLines].filter(Boolean).join("\n");
    const time = new Date(record.endedAt).toLocaleTimeString();
    for (const text of [time, agentName(record.client.name), file, outcome]) row.insertCell().textContent = text;
  }
  return table;
}
