/** What windows ask of language servers. */
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { offsetAt } from "@tandem/codemirror/text";
import { pathsOfFileUri } from "@tandem/protocol";
import type { languageRequests } from "../../messages-language.js";
import type { Handlers } from "../rooms.js";

/** Words for a place that cannot be opened. */
function cannotShow(file: string): Error {
  const isFile = /^(file:|\/|[a-z]:[\\/]|\\\\)/i.test(file);
  return new Error(
    isFile
      ? `${basename(file)} is not there any more`
      : `It is at ${file}, inside of the language server and not in a file, so it cannot be opened`,
  );
}

export const languageHandlers: Handlers<keyof typeof languageRequests> = {
  "language.connect": ({ path }, window, { language }) => language.connect(window, path),
  "language.send": ({ server, message }, window, { language }) => language.send(window, server, message),
  "language.show": async ({ file, range }, window, { workbench }) => {
    const path = pathsOfFileUri(file).find((each) => existsSync(each));
    if (path === undefined) throw cannotShow(file);
    const { document, tab } = await workbench.open(path, true, window.view.group);
    const { text } = document.shared;
    const cursor = { anchor: offsetAt(text, range.start), head: offsetAt(text, range.end) };
    workbench.selections.set(document, cursor);
    // The user is where this was asked.
    workbench.windows.focus(window);
    workbench.show(tab, true, cursor);
  },
  "language.restart": (_params, _window, { language }) => language.restart(),
  "language.trust": ({ folder, isTrusted }, _window, { language }) => language.trust(folder, isTrusted),
  problems: (_params, _window, { language }) => language.problems(),
};
