/** What windows ask about notebooks, kernels and code. */
import { codeIsOver } from "@tandem/server";
import type { NotebookMethod } from "../../messages-notebook.js";
import type { Handlers, Rooms } from "../rooms.js";
import type { Notebooks } from "./notebooks.js";

function notebooksOf({ notebooks }: Rooms): Notebooks {
  if (!notebooks) throw new Error("This Tandem runs no code: it was started with --no-kernel");
  return notebooks;
}

export const notebookHandlers: Handlers<NotebookMethod> = {
  "notebook.run": async ({ path, cells }, _window, rooms) => ({ status: await notebooksOf(rooms).run(path, cells) }),
  "kernel.interrupt": ({ path }, _window, rooms) => notebooksOf(rooms).interrupt(path),
  "kernel.restart": ({ path }, _window, rooms) => notebooksOf(rooms).restart(path),
  "code.decide": ({ run, answer }, _window, { endpoint }) => {
    if (!endpoint.code.answer(run, answer)) throw new Error(codeIsOver);
  },
  "code.ask-again": (_params, _window, { endpoint }) => endpoint.code.askAgain(),
};
