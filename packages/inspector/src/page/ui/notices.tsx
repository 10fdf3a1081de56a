/** Notices above the list: connection problems, recordings, missing messages. */
import type { ConnectionState } from "@tandem-ide/page-server/page";
import type { ComponentChildren } from "preact";
import { useApp } from "../app.js";
import { duration, plural, since } from "../core/format.js";
import type { Session } from "../core/session.js";
import { Visible } from "./visible.js";

const connectionMessages: Readonly<Record<ConnectionState, string | undefined>> = {
  connecting: undefined,
  open: undefined,
  lost: "Connection to Tandem lost. Reconnecting… The messages stay here.",
  ended: "Tandem has stopped. The messages stay here until you close the page. Save them if you need them.",
  replaced: "This page is now active in another tab. Reload to use it here.",
  refused: "Tandem has restarted. The messages stay here. For a new session, open the link that it prints.",
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
  const { connection, error, session } = useApp();
  const message = connectionMessages[connection.state.value];
  const current = session.value;
  return (
    <div class="notices" role="status">
      {message !== undefined && (
        <Notice look={connection.state.value === "lost" ? "warning" : "danger"}>{message}</Notice>
      )}
      {error.value !== undefined && (
        <Notice
          look="danger"
          action="Dismiss"
          onAction={() => {
            error.value = undefined;
          }}
        >
          <Visible text={error.value} />
        </Notice>
      )}
      {current && <SessionNotices session={current} />}
    </div>
  );
}

function SessionNotices({ session }: { readonly session: Session }) {
  const { served, closeFile, clearedTo } = useApp();
  session.version.value;
  const { history, kind, isCutOff, header } = session;
  const hidden = Math.max(0, clearedTo.value - history.droppedRows);
  return (
    <>
      {kind !== "live" && (
        <Notice
          {...(kind === "file" && {
            action: served.value?.kind === "recording" ? "Back to the first recording" : "Back to live",
            onAction: closeFile,
          })}
        >
          This is a recording of <Visible text={header.editor} />, made {madeAt(header.at)}.
        </Notice>
      )}
      {isCutOff && <Notice look="warning">The recording is incomplete: the last line is cut off.</Notice>}
      {history.first > 0 && (
        <Notice look="warning">
          The oldest {plural(history.droppedRows, "message")} {history.droppedRows === 1 ? "is" : "are"} no longer in
          memory. To keep everything, record to a file.
        </Notice>
      )}
      {session.isPaused && (
        <Notice look="warning" action="Resume" onAction={() => session.setPaused(false)}>
          Paused. {session.unread === 0 ? "Nothing new." : `${plural(session.unread, "new frame")}.`}
        </Notice>
      )}
      {hidden > 0 && (
        <Notice
          action="Show earlier messages"
          onAction={() => {
            clearedTo.value = 0;
          }}
        >
          {plural(hidden, "earlier message")} cleared in this window.
        </Notice>
      )}
    </>
  );
}

/** Shows the selected range. It is below the timeline, which must not move while the user drags in it. */
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
      Showing only {since(start)} to {since(end)} s ({duration(end - start)}).
    </Notice>
  );
}

function madeAt(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "at an unknown time" : date.toLocaleString();
}
