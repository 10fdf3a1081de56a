/** Says when the editor is not where it was: a client that dials again and again would be refused without end. */
import type { Entry } from "@tandem/inspector";
import { visibleLine } from "../visible.js";

/** An editor that was started anew has another token. */
const unauthorized = 401;

/**
 * A function that is told of every entry and returns words for the user, once for each time that the editor is lost.
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
    const what =
      status === null
        ? `${name} cannot be reached on port ${editor.port}.`
        : `${name} on port ${editor.port} does not take the token of its lock any more.`;
    return `${what} If it was started anew, end this (quit), run tandem inspect again, and start Claude Code with the new port.`;
  };
}
