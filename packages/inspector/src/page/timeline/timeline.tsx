/** The timeline: shows the whole conversation and selects messages by time. */
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useApp } from "../app.js";
import { plural, since } from "../core/format.js";
import { indexFrom } from "../core/row-index.js";
import type { Session } from "../core/session.js";
import type { Span } from "../core/shown-rows.js";
import { IconButton } from "../ui/icons.js";
import { Drawing, lanes } from "./drawing.js";
import { layOut, messageAt, panned, zoomed } from "./layout.js";
import { useThrottled } from "./use-throttled.js";

/** Space before the first and after the last message. */
const margin = 0.015;
const redrawMs = 150;
/** A shorter movement is a click. */
const dragPixels = 4;

function wholeSpan(session: Session, clearedTo: number): Span {
  const last = session.rows.at(-1);
  const start = (session.rows[indexFrom(session.rows, clearedTo + 1)] ?? last)?.t ?? 0;
  const end = Math.max(last?.t ?? 0, start + 10);
  const more = (end - start) * margin;
  return { start: start - more, end: end + more };
}

export function Timeline({ session }: { readonly session: Session }) {
  const { view: viewSignal, span: spanSignal, clearedTo: cleared, selected } = useApp();
  const drawn = useThrottled(session.version, redrawMs);
  const host = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [dragged, setDragged] = useState<Span | undefined>();
  const clearedTo = cleared.value;

  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // The rows are changed in place; `drawn` changes with them.
  const all = useMemo(() => wholeSpan(session, clearedTo), [session, drawn, clearedTo]);
  const view = viewSignal.value ?? all;
  const layout = useMemo(
    () =>
      layOut({
        rows: session.rows.slice(indexFrom(session.rows, clearedTo + 1)),
        view,
        width,
        answerOf: (row) => session.partner(row),
        endOf: (row) => session.endOf(row),
      }),
    [session, drawn, view, width, clearedTo],
  );

  const timeAt = (x: number) => view.start + (x / Math.max(1, width)) * (view.end - view.start);
  const pointIn = (event: MouseEvent) => {
    const box = host.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };
  const zoom = (factor: number, around = (view.start + view.end) / 2) => {
    viewSignal.value = zoomed(view, factor, around, all);
  };
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!isSideways) zoom(event.deltaY > 0 ? 1.25 : 0.8, timeAt(pointIn(event).x));
    else if (viewSignal.value)
      viewSignal.value = panned(view, Math.sign(event.deltaX + (event.shiftKey ? event.deltaY : 0)) * 0.1, all);
  };
  const onPointerDown = (event: PointerEvent) => {
    const element = host.current;
    if (!element || event.button !== 0) return;
    event.preventDefault();
    const from = pointIn(event);
    let dragging: Span | undefined;
    const end = new AbortController();
    element.setPointerCapture(event.pointerId);
    element.addEventListener(
      "pointermove",
      (move) => {
        const { x } = pointIn(move);
        if (!dragging && Math.abs(x - from.x) < dragPixels) return;
        dragging = { start: timeAt(Math.min(from.x, x)), end: timeAt(Math.max(from.x, x)) };
        setDragged(dragging);
      },
      { signal: end.signal },
    );
    element.addEventListener(
      "pointerup",
      () => {
        if (dragging) spanSignal.value = dragging;
        else selected.value = messageAt(layout, lanes, from.x, from.y)?.number ?? selected.value;
      },
      { signal: end.signal },
    );
    for (const over of ["pointerup", "pointercancel", "lostpointercapture"])
      element.addEventListener(
        over,
        () => {
          setDragged(undefined);
          end.abort();
        },
        { signal: end.signal },
      );
  };

  const isWhole = viewSignal.value === undefined;
  return (
    <section class="timeline" aria-label="Timeline">
      <div class="lane-names" aria-hidden="true">
        <span>client</span>
        <span>editor</span>
      </div>
      {/* Not reachable by keyboard: the list has every message that is drawn here. */}
      <div
        ref={host}
        class="timeline-host"
        role="img"
        aria-label={`${plural(session.rows.length, "message")} from ${since(view.start)} to ${since(view.end)} seconds. The list below contains all of them.`}
        data-testid="timeline"
        data-start={view.start}
        data-end={view.end}
        onPointerDown={onPointerDown}
        onWheel={onWheel}
      >
        <Drawing
          layout={layout}
          view={view}
          width={width}
          span={dragged ?? spanSignal.value}
          selected={session.row(selected.value)}
          partnerOf={(row) => session.partner(row)}
        />
      </div>
      <div class="timeline-buttons">
        <IconButton icon="zoom-in" label="Zoom in" onClick={() => zoom(0.5)} />
        <IconButton icon="zoom-out" label="Zoom out" isDisabled={isWhole} onClick={() => zoom(2)} />
        <IconButton
          icon="earlier"
          label="Earlier"
          isDisabled={isWhole}
          onClick={() => {
            viewSignal.value = panned(view, -0.5, all);
          }}
        />
        <IconButton
          icon="later"
          label="Later"
          isDisabled={isWhole}
          onClick={() => {
            viewSignal.value = panned(view, 0.5, all);
          }}
        />
        <IconButton
          icon="whole"
          label="Show all"
          isDisabled={isWhole}
          onClick={() => {
            viewSignal.value = undefined;
          }}
        />
      </div>
    </section>
  );
}
