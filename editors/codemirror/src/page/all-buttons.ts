/** The buttons that decide several reviews at once. */
import { button, create } from "../review/bar-elements.js";

export function decideAllButtons(decide: (accepted: boolean) => void): HTMLElement {
  const element = create("div", "tandem-reviews-all");
  element.append(
    button("accept-all", "Accept all", () => decide(true)),
    button("reject-all", "Reject all", () => decide(false)),
  );
  return element;
}
