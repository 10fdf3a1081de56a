/** A line between two parts that resizes them, with the mouse or arrow keys. */
import type { Signal } from "@preact/signals";

interface DividerProps {
  readonly label: string;
  /** The direction of the line. */
  readonly orientation: "vertical" | "horizontal";
  readonly value: Signal<number>;
  readonly min: number;
  readonly max: number;
  /** The change for one press of an arrow key. */
  readonly step: number;
  /** Returns the value at the pointer's position. */
  valueAt(event: PointerEvent): number;
}

export function Divider({ label, orientation, value, min, max, step, valueAt }: DividerProps) {
  /** Shares are read out as percentages. */
  const whole = (number: number) => Math.round(number * (max <= 1 ? 100 : 1));
  const change = (wanted: number) => {
    value.value = Math.min(max, Math.max(min, wanted));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [less, more] = orientation === "vertical" ? ["ArrowLeft", "ArrowRight"] : ["ArrowDown", "ArrowUp"];
    if (event.key !== less && event.key !== more) return;
    event.preventDefault();
    change(value.value + (event.key === more ? step : -step));
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
    // biome-ignore lint/a11y/useSemanticElements: a movable separator is a widget, unlike <hr>.
    <div
      class={`divider ${orientation}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={whole(value.value)}
      aria-valuemin={whole(min)}
      aria-valuemax={whole(max)}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    />
  );
}
