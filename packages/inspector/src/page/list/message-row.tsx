/** One row of the list. */
import { titleOf } from "../../reading/index.js";
import type { PageRow } from "../core/reader.js";
import { visibleLine } from "../core/visible-text.js";
import { direction, duration, kindWords, plural, since, size } from "../core/words.js";
import { Icon } from "../ui/icons.js";
import { Visible } from "../ui/visible.js";

interface MessageRowProps {
  readonly row: PageRow;
  /** In pixels. */
  readonly top: number;
  /** Counted from 1, in the whole list. */
  readonly place: number;
  readonly count: number;
  readonly isSelected: boolean;
  /** It belongs to the selected row, or to the one under the pointer. */
  readonly isPartner: boolean;
  /** A call without an answer. */
  readonly isWaiting: boolean;
  onHover(): void;
  onSelect(): void;
}

const arrows = { client: "client →", editor: "← editor" } as const;

/** What comes before the title. */
function markOf({ kind }: PageRow): string {
  if (kind === "answer") return "↩ ";
  return kind === "error" ? "✕ " : "";
}

export function MessageRow(props: MessageRowProps) {
  const { row, top, place, count, isSelected, isPartner, isWaiting, onHover, onSelect } = props;
  const faults = row.faults.length;
  const label = [
    direction(row),
    kindWords(row),
    visibleLine(titleOf(row)),
    visibleLine(row.about),
    ...(row.tookMs === undefined ? [] : [duration(row.tookMs)]),
    ...(faults > 0 ? [plural(faults, "fault")] : []),
    ...(isWaiting ? ["waits for an answer"] : []),
  ];
  const classes = ["row", `kind-${row.kind}`, `from-${row.from ?? "both"}`];
  if (isSelected) classes.push("selected");
  if (isPartner) classes.push("partner");
  if (faults > 0) classes.push("faulty");
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keyboard, and handles it for all rows.
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the keyboard, and names the row by aria-activedescendant.
    <div
      id={`row-${row.number}`}
      class={classes.join(" ")}
      role="option"
      aria-label={label.filter((part) => part !== "").join(", ")}
      aria-selected={isSelected}
      aria-posinset={place}
      aria-setsize={count}
      data-testid="row"
      data-number={row.number}
      style={{ top: `${top}px` }}
      onMouseEnter={onHover}
      onClick={onSelect}
    >
      <span class="cell number">{row.number}</span>
      <span class="cell time">{since(row.t)}</span>
      <span class="cell arrow">{row.from ? arrows[row.from] : ""}</span>
      <span class="cell title">
        {markOf(row)}
        <Visible text={titleOf(row)} />
      </span>
      <span class="cell about">
        <Visible text={row.about} />
      </span>
      <span class="cell fault">
        {faults > 0 && (
          <span title={visibleLine(row.faults.join(" · "))}>
            <Icon name="warning" />
          </span>
        )}
      </span>
      <span class="cell took">
        {row.tookMs !== undefined && duration(row.tookMs)}
        {isWaiting && <span class="waits">waits</span>}
      </span>
      <span class="cell size">{row.size > 0 && size(row.size)}</span>
    </div>
  );
}
