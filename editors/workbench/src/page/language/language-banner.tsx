/** Asks whether to start a language server that runs code from the folder, or that files in the folder configure. */
import type { FileTab } from "../../messages.js";
import { useApp } from "../app-parts.js";
import { workspaceFolderOf } from "../core/paths.js";
import { Banner } from "../ui/banner.js";
import { Button } from "../ui/button.js";

export function LanguageBanner({ tab }: { readonly tab: FileTab }) {
  const { language, store } = useApp();
  const model = store.model.value;
  const folder = model && workspaceFolderOf(tab.path, model);
  const question = model?.language?.questions.find(
    (each) => each.folder === folder?.path && each.languages.includes(tab.languageId),
  );
  // Don't ask while another server works for this file.
  if (!folder || !question || language.serverOf(tab.path)?.state !== "missing") return null;
  const text =
    question.obeys === undefined
      ? `${folder.name} has its own language server (${question.program}). Starting it runs code from this folder.`
      : `${question.program} wasn't started because it can run code from ${folder.name}: ${question.obeys}.`;
  return (
    <Banner kind="info" icon="warning" text={text}>
      <Button testId="trust-folder" onClick={() => void language.trust(folder.path, true)}>
        {question.obeys === undefined ? "Always allow in this folder" : "Trust this folder and start it"}
      </Button>
      <Button onClick={() => void language.trust(folder.path, false)}>Not now</Button>
    </Banner>
  );
}
