/** What the user must know about what is shown: where it comes from, what is missing of it, and the way back. */
import type { ComponentChildren } from "preact";
import { useApp } from "../app.js";
import type { ConnectionState } from "../core/connection.js";
import type { Session } from "../core/session.js";
import { duration, plural, since } from "../core/words.js";
import { Visible } from "./visible.js";

const connectionWords: Readonly<Record<ConnectionState, string | undefined>> = {
  connecting: undefined,
  open: undefined,
  lost: "Connection to Tandem lost, trying again… What has come stays here.",
  ended: "Tandem has ended. What has come stays here until the page is closed: save it if you need it.",
  replaced: "Another connection of this page took over. Reload to go on here.",
  refused: "Tandem does not know this page any more. What has come stays here; for a new session open its link.",
};

interface NoticeProps {
  readonly look?: "warning" | "danger";
  readonly action?: string;
  onAction?(): void;
  readonly children: ComponentChildren;
}

function Notice({ look, action, onAction, children }: NoticeProps) {
  return (
    <div class={`notice ${look ?? ""}`} data-testid="notice">
      <span class="notice-words">{children}</span>
      {action !== undefined && (
        <button type="button" class="button" onClick={() => onAction?.()}>
          {action}
        </button>
      )}
    </div>
  );
}

export function Notices() {
  const { connection, trouble, session } = useApp();
  const words = connectionWords[connection.state.value];
  const current = session.value;
  return (
    <div class="notices" role="status">
      {words !== undefined && <Notice look={connection.state.value === "lost" ? "warning" : "danger"}>{words}</Notice>}
      {trouble.value !== undefined && (
        <Notice
          look="danger"
          action="Dismiss"
          onAction={() => {
            trouble.value = undefined;
          }}
        >
          <Visible text={trouble.value} />
        </Notice>
      )}
      {current && <SessionNotices session={current} />}
    </div>
  );
}

function SessionNotices({ session }: { readonly session: Session }) {
  const { served, closeFile, clearedTo } = useApp();
  session.version.value;
  const { kept, kind, isCutOff, header } = session;
  const hidden = Math.max(0, clearedTo.value - kept.droppedRows);
  return (
    <>
      {kind !== "live" && (
        <Notice
          {...(kind === "file" && {
            action: served.value?.kind === "recording" ? "Back to the first recording" : "Back to live",
            onAction: closeFile,
          })}
        >
          This is a recording of <Visible text={header.editor} />, made {madeAt(header.at)}. Nothing more will come.
        </Notice>
      )}
      {isCutOff && <Notice look="warning">Its file ends in the middle of a line: its recorder was killed.</Notice>}
      {kept.first > 0 && (
        <Notice look="warning">
          The oldest {plural(kept.droppedRows, "message")} {kept.droppedRows === 1 ? "is" : "are"} not kept any more.
          Record to a file to have everything.
        </Notice>
      )}
      {session.isPaused && (
        <Notice look="warning" action="Resume" onAction={() => session.setPaused(false)}>
          Paused. {session.unread === 0 ? "Nothing has come since." : `${plural(session.unread, "frame")} came since.`}
        </Notice>
      )}
      {hidden > 0 && (
        <Notice
          action="Show them again"
          onAction={() => {
            clearedTo.value = 0;
          }}
        >
          {plural(hidden, "message")} before this {hidden === 1 ? "is" : "are"} cleared away in this window.
        </Notice>
      )}
    </>
  );
}

/** Of what the list is narrowed to. It stands below the timeline, which must not move while somebody draws in it. */
export function SpanNotice() {
  const { span } = useApp();
  if (!span.value) return null;
  const { start, end } = span.value;
  return (
    <Notice
      action="Show all times"
      onAction={() => {
        span.value = undefined;
      }}
    >
      Only from {since(start)} to {since(end)} s, {duration(end - start)}.
    </Notice>
  );
}

function madeAt(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "at an unknown time" : date.toLocaleString();
}
