/** Status bar items for the number of problems and the active file's language server. */
import type { FileTab } from "../../messages.js";
import { useApp } from "../app-parts.js";
import { titleWithKey } from "../ui/key-hint.js";
import { countProblems, problemsLabel } from "./problem-list.js";

export function ProblemCount() {
  const { language, store } = useApp();
  const found = language.problems.found.value;
  if (!store.model.value?.language || !found) return null;
  const counts = countProblems(found);
  return (
    <button
      type="button"
      class={`status-item${counts.errors > 0 ? " has-errors" : ""}`}
      data-testid="status-problems"
      title={titleWithKey("Toggle problems", "Mod-Shift-m")}
      onClick={() => {
        language.problems.isOpen.value = !language.problems.isOpen.peek();
      }}
    >
      {problemsLabel(counts)}
    </button>
  );
}

export function ServerStatus({ tab }: { readonly tab: FileTab }) {
  const { language } = useApp();
  const server = language.serverOf(tab.path);
  if (!server) return null;
  const { name, words, details, state } = server;
  return (
    <span
      class={`status-item optional${state === "running" || state === "starting" ? "" : " paused"}`}
      data-testid="status-server"
      data-state={state}
      title={details}
    >
      {words === "" ? name : `${name}: ${words}`}
      {details !== undefined && state !== "running" && <span class="visually-hidden"> ({details})</span>}
    </span>
  );
}
