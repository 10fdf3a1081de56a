/** Renders the open dialog. */
import { useApp } from "../app-parts.js";
import { CloseTabDialog } from "./close-tab-dialog.js";
import { ConfirmDialog } from "./confirm-dialog.js";
import { DecisionsDialog } from "./decisions-dialog.js";
import { DraftDialog } from "./draft-dialog.js";
import { KeyboardDialog } from "./keyboard-dialog.js";
import { PathDialog } from "./path-dialog.js";
import { PrivacyDialog } from "./privacy-dialog.js";
import { QuickOpen } from "./quick-open.js";

export function Dialogs() {
  const { store, layout, files } = useApp();
  const dialog = store.dialog.value;
  const close = () => {
    store.dialog.value = undefined;
  };
  switch (dialog?.kind) {
    case undefined:
      return null;
    case "quick-open":
      return <QuickOpen key={dialog.text} text={dialog.text} onClose={close} />;
    case "close-tab": {
      const tab = layout.tab(dialog.tab);
      return tab ? <CloseTabDialog tab={tab} onClose={close} /> : null;
    }
    case "privacy":
      return <PrivacyDialog onClose={close} />;
    case "decisions":
      return <DecisionsDialog onClose={close} />;
    case "keyboard":
      return <KeyboardDialog onClose={close} />;
    case "new-file":
      return (
        <PathDialog
          key={dialog.folder}
          title="New file"
          label="File path"
          start={`${dialog.folder}${store.model.value?.separator ?? "/"}`}
          button="Create"
          onClose={close}
          onSubmit={(path) => files.create(path)}
        />
      );
    case "draft":
      return <DraftDialog draft={dialog.draft} onClose={close} />;
    case "confirm":
      return <ConfirmDialog {...dialog} onClose={close} />;
    case "add-folder":
      return (
        <PathDialog
          title="Add folder to workspace"
          label="Folder path"
          start=""
          button="Add"
          onClose={close}
          onSubmit={(path) => files.addFolder(path)}
        />
      );
  }
}
