/** A row of the message list. */
import { titleOf } from "../../reading/index.js";
import { direction, duration, kindLabel, plural, since, size } from "../core/format.js";
import type { PageRow } from "../core/reader.js";
import { visibleLine } from "../core/visible-text.js";
import { Icon } from "../ui/icons.js";
import { Visible } from "../ui/visible.js";

interface MessageRowProps {
  readonly row: PageRow;
  /** In pixels. */
  readonly top: number;
  /** The one-based position in the whole list. */
  readonly position: number;
  readonly count: number;
  readonly isSelected: boolean;
  /** It is the request or response of the selected row or the one under the pointer. */
  readonly isPartner: boolean;
  /** A call without a response. */
  readonly isPending: boolean;
  onHover(): void;
  onSelect(): void;
}

const arrows = { client: "client →", editor: "← editor" } as const;

function markOf({ kind }: PageRow): string {
  if (kind === "answer") return "↩ ";
  return kind === "error" ? "✕ " : "";
}

export function MessageRow(props: MessageRowProps) {
  const { row, top, position, count, isSelected, isPartner, isPending, onHover, onSelect } = props;
  const faults = row.faults.length;
  const label = [
    direction(row),
    kindLabel(row),
    visibleLine(titleOf(row)),
    visibleLine(row.about),
    ...(row.tookMs === undefined ? [] : [duration(row.tookMs)]),
    ...(faults > 0 ? [plural(faults, "fault")] : []),
    ...(isPending ? ["waiting for a response"] : []),
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
      aria-posinset={position}
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
        {isPending && <span class="waits">pending</span>}
      </span>
      <span class="cell size">{row.size > 0 && size(row.size)}</span>
    </div>
  );
}
