/** A movable line between two parts, by mouse and by arrow keys. */

/** What a divider needs to know. */
export interface DividerProps {
  readonly label: string;
  /** The direction of the line. */
  readonly orientation: "vertical" | "horizontal";
  readonly value: number;
  readonly least: number;
  readonly most: number;
  /** What an arrow key adds. */
  readonly step: number;
  /** The value that a place of the pointer means. */
  valueAt(event: PointerEvent): number;
  onChange(value: number): void;
}

/** The line itself. */
export function Divider({ label, orientation, value, least, most, step, valueAt, onChange }: DividerProps) {
  const change = (wanted: number) => onChange(Math.min(most, Math.max(least, wanted)));
  const onKeyDown = (event: KeyboardEvent) => {
    const [less, more] = orientation === "vertical" ? ["ArrowLeft", "ArrowRight"] : ["ArrowDown", "ArrowUp"];
    if (event.key !== less && event.key !== more) return;
    event.preventDefault();
    change(value + (event.key === more ? step : -step));
  };
  const onPointerDown = (event: PointerEvent) => {
    const line = event.currentTarget;
    if (!(line instanceof HTMLElement) || event.button !== 0) return;
    event.preventDefault();
    line.setPointerCapture(event.pointerId);
    const end = new AbortController();
    line.addEventListener("pointermove", (move) => change(valueAt(move)), { signal: end.signal });
    for (const over of ["pointerup", "pointercancel", "lostpointercapture"])
      line.addEventListener(over, () => end.abort(), { signal: end.signal });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves is a widget, which <hr> is not.
    <div
      class={`divider ${orientation}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={Math.round(value * (most <= 1 ? 100 : 1))}
      aria-valuemin={Math.round(least * (most <= 1 ? 100 : 1))}
      aria-valuemax={Math.round(most * (most <= 1 ? 100 : 1))}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    />
  );
}
