/** A foldable JSON value, for mouse and keyboard. */
import { useId, useRef, useState } from "preact/hooks";
import { size } from "../core/format.js";
import { Icon } from "../ui/icons.js";
import { Visible } from "../ui/visible.js";
import { TextBlock } from "./text-block.js";
import { afterKey, linesOf, noFolding, type TreeLine, toggled } from "./tree-lines.js";

interface JsonTreeProps {
  readonly value: unknown;
  readonly label: string;
}

export function JsonTree({ value, label }: JsonTreeProps) {
  const id = useId();
  const tree = useRef<HTMLDivElement>(null);
  const [folding, setFolding] = useState(noFolding);
  const [current, setCurrent] = useState("");
  const lines = linesOf(value, folding);
  const at = lines.findIndex(({ path }) => path === current);
  const lineId = (index: number) => `${id}-${index}`;
  const toggle = (line: TreeLine) => setFolding(toggled(folding, line));

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const effect = afterKey(event.key, lines, at);
    if (!effect) return;
    event.preventDefault();
    const line = lines["go" in effect ? effect.go : effect.toggle];
    if (!line) return;
    setCurrent(line.path);
    if ("toggle" in effect) toggle(line);
    else document.getElementById(lineId(effect.go))?.scrollIntoView({ block: "nearest" });
  };
  return (
    <div
      ref={tree}
      class="json"
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={at >= 0 ? lineId(at) : undefined}
      data-testid="json"
      onKeyDown={onKeyDown}
    >
      {lines.map((line, index) => (
        <Line
          key={line.path}
          id={lineId(index)}
          line={line}
          isCurrent={index === at}
          onPress={() => {
            setCurrent(line.path);
            toggle(line);
          }}
        />
      ))}
    </div>
  );
}

interface LineProps {
  readonly id: string;
  readonly line: TreeLine;
  readonly isCurrent: boolean;
  onPress(): void;
}

function Line({ id, line, isCurrent, onPress }: LineProps) {
  const { depth, key, kind, text, isOpen } = line;
  const isBlock = kind === "string" && isOpen === true;
  const canPress = isOpen !== undefined || kind === "more";
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keyboard, and handles it for all lines.
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the keyboard, and names the line by aria-activedescendant.
    <div
      id={id}
      class={`json-line${isCurrent ? " current" : ""}${canPress ? " can-press" : ""}`}
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={isOpen}
      aria-selected={isCurrent}
      style={{ paddingLeft: `${depth * 16}px` }}
      onClick={(event) => {
        // Don't fold while the user selects text.
        if (!isBlock || (event.target instanceof Element && !event.target.closest(".text-block"))) onPress();
      }}
    >
      <span class={`json-chevron${isOpen ? " open" : ""}`}>{isOpen !== undefined && <Icon name="chevron" />}</span>
      {key !== undefined && (
        <span class="json-key">
          <Visible text={key} />
          <span class="json-colon">: </span>
        </span>
      )}
      {isBlock ? (
        <>
          <span class="json-summary">{size(text.length)}</span>
          <TextBlock text={text} />
        </>
      ) : (
        <span class={`json-${kind}`}>
          <Visible text={text} />
        </span>
      )}
    </div>
  );
}
