/** The elements of bars above texts. Their style is `panelStyle`. */
import { keyLabel } from "../keys.js";

export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = "",
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className;
  if (text) element.textContent = text;
  return element;
}

export function button(
  action: string,
  label: string,
  run: () => void,
  key?: string,
  title?: string,
): HTMLButtonElement {
  const element = create("button", "tandem-review-button");
  element.type = "button";
  element.dataset.tandem = action;
  element.append(create("span", "tandem-review-label", label));
  if (title) element.setAttribute("aria-label", title);
  if (key) element.title = [title, keyLabel(key)].filter(Boolean).join(" ");
  if (key && !title) element.append(" ", create("kbd", "tandem-review-key", keyLabel(key)));
  element.addEventListener("click", () => run());
  return element;
}

export function setLabel(element: HTMLButtonElement, label: string): void {
  const span = element.querySelector(".tandem-review-label");
  if (span && span.textContent !== label) span.textContent = label;
}
