/** Shown above a file that is hidden from Claude. */
import type { FileTab } from "../../messages.js";
import { useApp } from "../app-parts.js";
import { workspaceFolderOf } from "../core/paths.js";
import { Banner } from "./banner.js";
import { Button } from "./button.js";

export function HiddenBanner({ tab }: { readonly tab: FileTab }) {
  const { store, sharing } = useApp();
  const model = store.model.value;
  const folder = model && workspaceFolderOf(tab.path, model);
  if (tab.hidden === undefined) return null;
  return (
    <Banner kind="info" icon="lock" text={`This file is hidden from Claude: ${tab.hidden}`}>
      {folder && <Button onClick={() => void sharing.editRules(folder.path)}>Edit rules</Button>}
    </Banner>
  );
}
