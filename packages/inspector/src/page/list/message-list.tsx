/** The list of messages. Renders only the rows in view, and stays at the end while scrolled there. */
import { isAtEnd, scrollToRow, visibleRows } from "@tandem-ide/page-server/page";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../app.js";
import { indexOfRow } from "../core/row-index.js";
import type { Session } from "../core/session.js";
import { indexAfterKey } from "./list-keys.js";
import { MessageRow } from "./message-row.js";

/** Also in list.css. */
const rowHeight = 24;

export function MessageList({ session }: { readonly session: Session }) {
  const { shown, selected, query, span } = useApp();
  const list = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const lastTop = useRef(0);
  const firstNumber = useRef(0);
  const [viewport, setViewport] = useState({ top: 0, height: 600 });
  const [hovered, setHovered] = useState<number | undefined>();
  const { rows } = shown.value;
  const selectedRow = session.row(selected.value);
  const selectedPlace = selectedRow ? indexOfRow(rows, selectedRow.number) : -1;

  /** Stops following only when the user scrolls up, not when the list is resized. */
  const noticeScroll = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement) => {
    if (scrollTop + clientHeight >= scrollHeight - rowHeight / 2) follows.current = true;
    else if (scrollTop < lastTop.current) follows.current = false;
    lastTop.current = scrollTop;
  };

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      const { scrollTop: top, clientHeight: height } = element;
      setViewport((old) => (old.top === top && old.height === height ? old : { top, height }));
    };
    const onScroll = () => {
      noticeScroll(element);
      measure();
    };
    const observer = new ResizeObserver(() => {
      if (follows.current) element.scrollTop = element.scrollHeight;
      measure();
    });
    observer.observe(element);
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, []);

  // A new search or conversation starts at the end.
  useLayoutEffect(() => {
    follows.current = true;
  }, [session, query.value, span.value]);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const first = rows[0]?.number ?? 0;
    const gone = firstNumber.current;
    firstNumber.current = first;
    // The scroll event arrives after the scrolling itself.
    noticeScroll(element);
    if (follows.current) element.scrollTop = element.scrollHeight;
    // Rows dropped at the top must not move the visible ones.
    else if (gone > 0 && first > gone && session.rows[0]?.number === first)
      element.scrollTop = Math.max(0, element.scrollTop - (first - gone) * rowHeight);
  });

  // Only scrolls when the selection changes, so that the user can scroll away from it.
  useLayoutEffect(() => {
    const element = list.current;
    if (!element || selectedPlace < 0) return;
    element.scrollTop = scrollToRow(selectedPlace, element.scrollTop, element.clientHeight, rowHeight);
    follows.current &&= isAtEnd(element.scrollTop, element.clientHeight, rowHeight, rows.length);
  }, [selected.value]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") {
      document.getElementById("detail")?.focus();
      event.preventDefault();
      return;
    }
    const page = Math.max(1, Math.floor(viewport.height / rowHeight) - 1);
    const next = indexAfterKey(event.key, selectedPlace, rows.length, page);
    if (next === undefined) return;
    event.preventDefault();
    selected.value = rows[next]?.number;
    if (next === rows.length - 1) follows.current = true;
  };

  const { first, end } = visibleRows(viewport.top, viewport.height, rowHeight, rows.length);
  const partnerNumber = selectedRow && session.partner(selectedRow)?.number;
  const hoveredRow = session.row(hovered);
  const hoveredPartner = hoveredRow && session.partner(hoveredRow)?.number;
  return (
    <div
      ref={list}
      class="list"
      role="listbox"
      tabIndex={0}
      aria-label="Messages"
      aria-activedescendant={selectedPlace >= first && selectedPlace < end ? `row-${selectedRow?.number}` : undefined}
      data-testid="list"
      onKeyDown={onKeyDown}
      onMouseLeave={() => setHovered(undefined)}
    >
      <div class="list-space" style={{ height: `${rows.length * rowHeight}px` }} role="presentation">
        {rows.slice(first, end).map((row, index) => (
          <MessageRow
            key={row.number}
            row={row}
            top={(first + index) * rowHeight}
            position={first + index + 1}
            count={rows.length}
            isSelected={row.number === selectedRow?.number}
            isPartner={row.number === partnerNumber || row.number === hoveredPartner}
            isPending={row.kind === "request" && !session.partner(row) && session.endOf(row) === undefined}
            onHover={() => setHovered(row.number)}
            onSelect={() => {
              selected.value = row.number;
            }}
          />
        ))}
      </div>
    </div>
  );
}
