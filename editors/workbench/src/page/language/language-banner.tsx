/** Asks whether a server may run the folder's code: one that the folder brings, or one that obeys what lies there. */
import type { FileTab } from "../../messages.js";
import { useApp } from "../app-parts.js";
import { workspaceFolderOf } from "../core/paths.js";
import { Banner } from "../ui/banners.js";

export function LanguageBanner({ tab }: { readonly tab: FileTab }) {
  const { language, store } = useApp();
  const model = store.model.value;
  const folder = model && workspaceFolderOf(tab.path, model.folders, model.separator);
  const question = model?.language?.questions.find(
    (each) => each.folder === folder?.path && each.languages.includes(tab.languageId),
  );
  // Where another server is at work, nobody needs the workspace's own.
  if (!folder || !question || language.serverOf(tab.path)?.state !== "missing") return null;
  return (
    <Banner
      kind="info"
      icon="warning"
      text={
        question.obeys === undefined
          ? `${folder.name} brings its own language server (${question.program}). Running it runs code of this folder.`
          : `${question.program} was not started, because files of ${folder.name} decide what it runs: ${question.obeys}.`
      }
    >
      <button
        type="button"
        class="button"
        data-testid="trust-folder"
        onClick={() => void language.trust(folder.path, true)}
      >
        {question.obeys === undefined ? "Run it, always for this folder" : "Trust this folder and start it"}
      </button>
      <button type="button" class="button" onClick={() => void language.trust(folder.path, false)}>
        Not now
      </button>
    </Banner>
  );
}
