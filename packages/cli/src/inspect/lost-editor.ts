/** Warns when the editor can't be reached any more, because a reconnecting client would be refused forever. */
import type { Entry } from "@tandem-ide/inspector";
import { visibleLine } from "../visible.js";

/** A restarted editor has a new token. */
const unauthorized = 401;

/**
 * Returns a function to call with every entry. It returns a warning once each time the editor is lost.
 *
 * @example
 * const lost = lostEditor({ name: "Neovim", port: 41234 });
 * say(wrap(lost(entry) ?? "", columns));
 */
export function lostEditor(editor: { readonly name: string; readonly port: number }) {
  let isLost = false;
  return (entry: Entry): string | undefined => {
    if ("open" in entry) isLost = false;
    if (!("refused" in entry) || isLost) return undefined;
    const { status } = entry.refused;
    if (status !== null && status !== unauthorized) return undefined;
    isLost = true;
    const name = visibleLine(editor.name, 40);
    const problem =
      status === null
        ? `Can't reach ${name} on port ${editor.port}.`
        : `${name} on port ${editor.port} no longer accepts the token in its lock file.`;
    return `${problem} If it was restarted, type quit, run tandem inspect again, and start Claude Code with the new port.`;
  };
}
