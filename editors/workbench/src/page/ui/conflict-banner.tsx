/** Shown above a file with unsaved changes that was changed or deleted on disk. */
import type { FileTab } from "../../messages.js";
import { useApp } from "../app-parts.js";
import { Banner } from "./banner.js";
import { Button } from "./button.js";

export function ConflictBanner({ tab }: { readonly tab: FileTab }) {
  const { files, store } = useApp();
  const overwrite = () => void files.save(tab.path, true);
  if (tab.isDeleted)
    return (
      <Banner kind="warning" icon="warning" text={`${tab.label} was deleted on disk.`}>
        <Button onClick={overwrite}>Save again</Button>
        <Button onClick={() => void files.close(tab, true)}>Close</Button>
      </Banner>
    );
  if (!tab.isChangedOnDisk) return null;
  return (
    <Banner kind="warning" icon="warning" text={`${tab.label} has changed on disk.`}>
      <Button
        testId="compare-disk"
        onClick={() => {
          store.dialog.value = { kind: "compare", path: tab.path };
        }}
      >
        Compare
      </Button>
      <Button testId="overwrite" onClick={overwrite}>
        Overwrite
      </Button>
      <Button testId="take-disk" onClick={() => void files.reload(tab.path)}>
        Reload from disk
      </Button>
    </Banner>
  );
}
