/** The number of changed files, in the status bar. */
import { useApp } from "../app-parts.js";
import { titleWithKey } from "../ui/key-hint.js";

export function ChangeCount() {
  const { changeList, commands } = useApp();
  const count = changeList.fileCount.value;
  if (count === 0) return null;
  const { run, title, keys } = commands.find(({ id }) => id === "changes.focus") ?? {};
  return (
    <button
      type="button"
      class="status-item"
      data-testid="status-changes"
      title={titleWithKey(title ?? "", keys?.[0])}
      onClick={() => run?.()}
    >
      {count} changed file{count === 1 ? "" : "s"}
    </button>
  );
}
