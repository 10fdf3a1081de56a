/** Handles the requests of windows to language servers. */
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { offsetAt } from "@tandem-ide/codemirror/text";
import { pathsOfFileUri } from "@tandem-ide/protocol";
import type { languageRequests } from "../../messages-language.js";
import type { Handlers } from "../request-context.js";

function cannotOpen(file: string): Error {
  const isFile = /^(file:|\/|[a-z]:[\\/]|\\\\)/i.test(file);
  return new Error(
    isFile
      ? `${basename(file)} no longer exists`
      : `Can't open ${file}: it exists only inside the language server, not as a file`,
  );
}

export const languageHandlers: Handlers<keyof typeof languageRequests> = {
  "language.connect": ({ path }, window, { language }) => language.connect(window, path),
  "language.send": ({ server, message }, window, { language }) => language.send(window, server, message),
  "language.show": async ({ file, range }, window, { workbench }) => {
    const path = pathsOfFileUri(file).find((each) => existsSync(each));
    if (path === undefined) throw cannotOpen(file);
    const { document, tab } = await workbench.open(path, true, window.view.group);
    const { text } = document.shared;
    const cursor = { anchor: offsetAt(text, range.start), head: offsetAt(text, range.end) };
    workbench.selections.set(document, cursor);
    // The user is in the window that sent the request.
    workbench.windows.focus(window);
    workbench.show(tab, true, cursor);
  },
  "language.restart": (_params, _window, { language }) => language.restart(),
  "language.trust": ({ folder, isTrusted }, _window, { language }) => language.trust(folder, isTrusted),
  problems: (_params, _window, { language }) => language.problems(),
};
