/** What the user should know about the file in front, above its text. */
import type { ComponentChildren } from "preact";
import type { FileTab } from "../../messages.js";
import { useApp } from "../app-parts.js";
import { workspaceFolderOf } from "../core/paths.js";
import { conflictTexts } from "./conflict-texts.js";
import { Icon, type IconName } from "./icons.js";

export function Banners({ tab }: { readonly tab: FileTab }) {
  const { store, files, sharing } = useApp();
  const model = store.model.value;
  const folder = model && workspaceFolderOf(tab.path, model.folders, model.separator);
  return (
    <>
      {tab.isDeleted && (
        <Banner kind="warning" icon="warning" text={conflictTexts.deleted(tab.label)}>
          <button type="button" class="button" onClick={() => void files.save(tab.path, true)}>
            {conflictTexts.writeAgain}
          </button>
          <button type="button" class="button" onClick={() => void files.close(tab, true)}>
            {conflictTexts.close}
          </button>
        </Banner>
      )}
      {tab.isChangedOnDisk && !tab.isDeleted && (
        <Banner kind="warning" icon="warning" text={conflictTexts.changed(tab.label)}>
          <button type="button" class="button" data-testid="overwrite" onClick={() => void files.save(tab.path, true)}>
            {conflictTexts.overwrite}
          </button>
          <button type="button" class="button" data-testid="take-disk" onClick={() => void files.reload(tab.path)}>
            {conflictTexts.takeDisk}
          </button>
        </Banner>
      )}
      {tab.withheld !== undefined && (
        <Banner kind="info" icon="lock" text={`Claude does not see this file: ${tab.withheld}`}>
          {folder && (
            <button type="button" class="button" onClick={() => void sharing.editRules(folder.path)}>
              Edit rules
            </button>
          )}
        </Banner>
      )}
    </>
  );
}

interface BannerProps {
  readonly kind: "info" | "warning";
  readonly icon: IconName;
  readonly text: string;
  readonly children?: ComponentChildren;
}

export function Banner({ kind, icon, text, children }: BannerProps) {
  return (
    <div class={`banner ${kind}`} role={kind === "warning" ? "alert" : "note"} data-testid="banner">
      <Icon name={icon} />
      <span class="banner-text">{text}</span>
      {children}
    </div>
  );
}
