/** The page's layout. */
import { useEffect, useState } from "preact/hooks";
import { useApp } from "../app.js";
import type { Session } from "../core/session.js";
import { Detail } from "../detail/detail.js";
import { MessageList } from "../list/message-list.js";
import { Timeline } from "../timeline/timeline.js";
import { Header } from "./header.js";
import { Notices, SpanNotice } from "./notices.js";
import { PendingCalls } from "./pending-calls.js";

/** Opens files that are dropped anywhere. Without this the browser would navigate to them. */
function useDroppedFiles(open: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const end = new AbortController();
    const options = { signal: end.signal };
    addEventListener(
      "dragover",
      (event) => {
        event.preventDefault();
        setIsOver(event.dataTransfer?.types.includes("Files") ?? false);
      },
      options,
    );
    addEventListener("dragleave", (event) => event.relatedTarget === null && setIsOver(false), options);
    addEventListener(
      "drop",
      (event) => {
        event.preventDefault();
        setIsOver(false);
        const [file] = event.dataTransfer?.files ?? [];
        if (file) open(file);
      },
      options,
    );
    return () => end.abort();
  }, [open]);
  return isOver;
}

export function Frame() {
  const { session: current, openFile, selected } = useApp();
  const isDropping = useDroppedFiles(openFile);
  const session = current.value;
  return (
    <div class={`frame${isDropping ? " dropping" : ""}`}>
      <Header />
      <Notices />
      {session && <Timeline session={session} />}
      <SpanNotice />
      <main class={`work${selected.value === undefined ? "" : " with-detail"}`}>
        <div class="messages">
          {session && <Messages session={session} />}
          {session && <PendingCalls session={session} />}
        </div>
        {session && <Detail session={session} />}
      </main>
      {isDropping && <p class="drop-words">Drop a recording (.jsonl) to open it</p>}
    </div>
  );
}

function Messages({ session }: { readonly session: Session }) {
  const { shown, query } = useApp();
  const isEmpty = shown.value.rows.length === 0;
  return (
    <>
      <MessageList session={session} />
      {isEmpty && (
        <p class="list-words" data-testid="empty">
          {session.rows.length > 0
            ? query.value === ""
              ? "No new messages yet."
              : "No messages match your search."
            : session.kind === "live"
              ? "No messages yet. They appear here when a client connects."
              : "This recording is empty."}
        </p>
      )}
    </>
  );
}
