/** The problems panel: problems by file. */
import { useEffect, useRef } from "preact/hooks";
import type { PlacedProblem } from "../../messages-language.js";
import { useApp } from "../app-parts.js";
import { shortPath } from "../core/paths.js";
import { IconButton } from "../ui/button.js";
import { countProblems, problemsLabel, sourceLabel } from "./problem-list.js";

export function ProblemsPanel() {
  const { language } = useApp();
  return language.problems.isOpen.value ? <Panel /> : null;
}

function Panel() {
  const { language, layout, store } = useApp();
  const { problems } = language;
  const panel = useRef<HTMLElement>(null);
  const found = problems.found.value;
  useEffect(() => {
    const first = (what: string) => panel.current?.querySelector<HTMLElement>(what);
    void problems.refresh();
    (first(".problem-row") ?? first("button"))?.focus();
  }, [problems]);
  const hide = () => {
    problems.isOpen.value = false;
    layout.focusActive();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const rows = [...(panel.current?.querySelectorAll<HTMLElement>(".problem-row") ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    if (step !== undefined) rows[Math.min(Math.max(at + step, 0), rows.length - 1)]?.focus();
    else if (event.key === "Escape") hide();
    else return;
    event.preventDefault();
  };
  return (
    <section ref={panel} class="problems" aria-label="Problems" data-testid="problems" onKeyDown={onKeyDown}>
      <div class="section-header">
        <h2>Problems</h2>
        <span class="muted" role="status">
          {found ? problemsLabel(countProblems(found)) : "Checking…"}
          {found && found.leftOut > 0 && `, and ${found.leftOut} more not shown`}
        </span>
        <IconButton icon="close" label="Hide problems" keys="Mod-Shift-m" onClick={hide} />
      </div>
      <div class="problem-files">
        {found?.files.map(({ path, problems: ofFile }) => (
          <section key={path} aria-label={path}>
            <h3 title={path}>{shortPath(path, store.model.value)}</h3>
            <ul>
              {ofFile.map((problem) => (
                <ProblemRow key={JSON.stringify(problem)} path={path} problem={problem} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}

function ProblemRow({ path, problem }: { readonly path: string; readonly problem: PlacedProblem }) {
  const { language } = useApp();
  const { severity, message, range } = problem;
  const source = sourceLabel(problem);
  return (
    <li>
      <button
        type="button"
        class="problem-row"
        data-testid="problem-row"
        onClick={() => void language.problems.show(path, problem)}
      >
        <span class={`severity ${severity.toLowerCase()}`}>{severity}</span>
        <span class="problem-message">{message}</span>
        <span class="muted">
          {source !== "" && `${source}, `}line {range.start.line + 1}
        </span>
      </button>
    </li>
  );
}
