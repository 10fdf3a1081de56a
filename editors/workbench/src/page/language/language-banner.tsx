/** Asks whether a program that the workspace brings may run. It is the workspace's code, so nothing runs before a yes. */
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
      text={`${folder.name} brings its own language server (${question.program}). Running it runs code of this folder.`}
    >
      <button
        type="button"
        class="button"
        data-testid="trust-folder"
        onClick={() => void language.trust(folder.path, true)}
      >
        Run it, always for this folder
      </button>
      <button type="button" class="button" onClick={() => void language.trust(folder.path, false)}>
        Not now
      </button>
    </Banner>
  );
}
