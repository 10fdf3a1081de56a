/** What is wrong, file by file, below the halves. */
import { useEffect, useRef } from "preact/hooks";
import type { PlacedProblem } from "../../messages-language.js";
import { useApp } from "../app-parts.js";
import { titleWithKey } from "../core/key-titles.js";
import { shortPath } from "../core/paths.js";
import { Icon } from "../ui/icons.js";
import { countProblems, countWords } from "./problem-list.js";

export function ProblemsPanel() {
  const { language } = useApp();
  return language.problems.isOpen.value ? <Panel /> : null;
}

function Panel() {
  const { language, layout, store } = useApp();
  const { problems } = language;
  const panel = useRef<HTMLElement>(null);
  const found = problems.found.value;
  const model = store.model.value;
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
          {found ? countWords(countProblems(found)) : "Looking…"}
          {found && found.leftOut > 0 && `, and ${found.leftOut} more that are not listed`}
        </span>
        <button
          type="button"
          class="icon-button"
          aria-label="Hide the problems"
          title={titleWithKey("Hide", "Mod-Shift-m")}
          onClick={hide}
        >
          <Icon name="close" />
        </button>
      </div>
      <div class="problem-files">
        {found?.files.map(({ path, problems: ofFile }) => (
          <section key={path} aria-label={path}>
            <h3 title={path}>{model ? shortPath(path, model.folders, model.separator) : path}</h3>
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
  const { severity, message, range, source, code } = problem;
  const from = [source, code].filter((part) => part !== undefined).join(" ");
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
          {from !== "" && `${from}, `}line {range.start.line + 1}
        </span>
      </button>
    </li>
  );
}
