/** Handles the requests of windows about changes on disk. */
import { basename } from "node:path";
import type { ChangeMethod } from "@tandem-ide/changes/remote";
import type { Handlers, RequestContext } from "../request-context.js";
import type { ShownChanges } from "./shown-changes.js";

function changesOf({ changes }: RequestContext): ShownChanges {
  if (!changes) throw new Error("Changes aren't recorded: Tandem was started with --no-changes");
  return changes;
}

export const changeHandlers: Handlers<ChangeMethod | "changes.show"> = {
  "changes.open": (params, _window, context) => changesOf(context).answers["changes.open"](params),
  "changes.open-file": (params, _window, context) => changesOf(context).answers["changes.open-file"](params),
  "changes.files": (params, _window, context) => changesOf(context).answers["changes.files"](params),
  "changes.keep": (params, _window, context) => changesOf(context).answers["changes.keep"](params),
  "changes.undo": async (params, _window, context) => {
    // Text that was just typed counts as unsaved.
    await context.workbench.windows.flush();
    return await changesOf(context).answers["changes.undo"](params);
  },
  "changes.restore": (params, _window, context) => changesOf(context).answers["changes.restore"](params),
  "changes.start-over": (params, _window, context) => changesOf(context).answers["changes.start-over"](params),
  "changes.show": ({ turn, path, preview, group }, window, context) => {
    if (!changesOf(context).find({ turn, path })) throw new Error(`${basename(path)} has no changes left`);
    const { workbench } = context;
    const tab = workbench.tabs.openChange(turn, path, group ?? window.view.group, preview);
    window.view.show(tab);
    workbench.activeChanged();
    return { tab: tab.id };
  },
};
