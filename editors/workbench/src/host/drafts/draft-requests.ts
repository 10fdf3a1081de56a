/** What a window may ask about unsaved text that an earlier run kept. */
import type { draftRequests } from "../../messages-drafts.js";
import type { Handlers } from "../rooms.js";
import { restoreDraft } from "./restore-draft.js";

export const draftHandlers: Handlers<keyof typeof draftRequests> = {
  "draft.texts": ({ draft }, _window, { workbench }) => workbench.drafts.texts(draft),
  "draft.restore": async ({ draft }, window, { workbench }) => {
    const tab = await restoreDraft(workbench, draft, window.view.group);
    window.view.show(tab);
    workbench.activeChanged();
    return { tab: tab.id };
  },
  "draft.discard": ({ draft }, _window, { workbench }) => workbench.drafts.discard(draft),
};
