/** Time, duration, size and direction of a message. */

import { direction, duration, since, size } from "../core/format.js";
import type { PageRow } from "../core/reader.js";
import type { Session } from "../core/session.js";
import { visibleLine } from "../core/visible-text.js";

/** Describes how long a call took, or why it has no response. */
function timing(session: Session, row: PageRow): string | undefined {
  if (row.isRequestGone) return `took ${duration(row.tookMs ?? 0)}; its request is no longer in memory`;
  if (row.tookMs !== undefined) return `took ${duration(row.tookMs)}`;
  if (row.kind !== "request") return undefined;
  const answer = session.partner(row);
  if (answer) return `answered after ${duration(answer.tookMs ?? 0)}`;
  if (session.endOf(row) !== undefined) return "never answered: the connection ended first";
  return session.kind === "live" ? "waiting for a response" : "no response in this recording";
}

function clockTime(session: Session, t: number): string {
  const began = Date.parse(session.header.at);
  if (Number.isNaN(began)) return "";
  const date = new Date(began + t);
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

export function Facts({ session, row }: { readonly session: Session; readonly row: PageRow }) {
  const time = timing(session, row);
  const facts: [string, string][] = [
    ["Number", `#${row.number}`],
    ["Direction", direction(row)],
    ["Time", `${since(row.t)} s (${clockTime(session, row.t)})`],
  ];
  if (time !== undefined) facts.push(["Timing", time]);
  if (row.method !== undefined) facts.push(["Method", visibleLine(row.method)]);
  if (row.id !== undefined) facts.push(["Id", visibleLine(JSON.stringify(row.id))]);
  if (row.size > 0) facts.push(["Size", row.part === undefined ? size(row.size) : `${size(row.size)} (the batch)`]);
  facts.push(["Connection", String(row.connection)]);
  return (
    <dl class="facts" data-testid="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
