/** The title bar: the editor's name, the connection state, counts, search and actions. */
import { useRef } from "preact/hooks";
import { useApp } from "../app.js";
import { plural } from "../core/format.js";
import type { Session } from "../core/session.js";
import { Icon, type IconName } from "./icons.js";
import { save } from "./save.js";
import { Search } from "./search.js";
import { Visible } from "./visible.js";

export function Header() {
  const { session: current } = useApp();
  const session = current.value;
  return (
    <header class="title-bar">
      <h1 class="brand">Tandem inspector</h1>
      {session && (
        <span class="editor-name" data-testid="editor">
          <Visible text={session.name ?? session.header.editor} />
        </span>
      )}
      <State session={session} />
      {session && <Counts session={session} />}
      <Search />
      <Buttons session={session} />
    </header>
  );
}

function State({ session }: { readonly session: Session | undefined }) {
  const { connection } = useApp();
  const state = connection.state.value;
  session?.version.value;
  const [text, look] = (() => {
    if (session?.kind === "file") return ["Recording from a file", ""] as const;
    if (session?.kind === "recording") return ["Recording", ""] as const;
    if (state === "connecting") return ["Connecting…", ""] as const;
    if (state !== "open") return ["Connection lost", "lost"] as const;
    return session?.isPaused ? (["Paused", "lost"] as const) : (["Live", "on"] as const);
  })();
  return (
    <span class="state" role="status" data-testid="state">
      <span class={`dot ${look}`} aria-hidden="true" />
      {text}
    </span>
  );
}

function Counts({ session }: { readonly session: Session }) {
  const { query } = useApp();
  session.version.value;
  return (
    <span class="counts" data-testid="counts">
      <span>{plural(session.messages, "message")}</span>
      {session.faults > 0 ? (
        <button
          type="button"
          class="count-button faulty"
          title="Show only faults"
          onClick={() => {
            query.value = "faults";
          }}
        >
          {plural(session.faults, "fault")}
        </button>
      ) : (
        <span>no faults</span>
      )}
      <span>{session.pending.length} pending</span>
    </span>
  );
}

function Buttons({ session }: { readonly session: Session | undefined }) {
  const app = useApp();
  const picker = useRef<HTMLInputElement>(null);
  session?.version.value;
  return (
    <div class="tools" role="toolbar" aria-label="Actions">
      {session?.kind === "live" && (
        <Tool
          icon={session.isPaused ? "resume" : "pause"}
          label={session.isPaused ? "Resume" : "Pause"}
          title={session.isPaused ? "Show new messages" : "Stop showing new messages"}
          onClick={() => session.setPaused(!session.isPaused)}
        />
      )}
      <Tool
        icon="clear"
        label="Clear"
        title="Hide all earlier messages in this window"
        isDisabled={!session}
        onClick={app.clear}
      />
      <Tool
        icon="save"
        label="Save"
        title="Save all messages as a recording (.jsonl), including hidden ones"
        isDisabled={!session}
        onClick={() => session && save(session)}
      />
      <Tool
        icon="open"
        label="Open"
        title="Open a recording (.jsonl), or drop it here"
        onClick={() => picker.current?.click()}
      />
      <input
        ref={picker}
        type="file"
        accept=".jsonl"
        hidden
        aria-label="Recording"
        data-testid="file"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) void app.openFile(file);
          // Allows choosing the same file again.
          event.currentTarget.value = "";
        }}
      />
    </div>
  );
}

interface ToolProps {
  readonly icon: IconName;
  readonly label: string;
  readonly title: string;
  readonly isDisabled?: boolean;
  onClick(): void;
}

function Tool({ icon, label, title, isDisabled = false, onClick }: ToolProps) {
  return (
    <button type="button" class="button quiet" title={title} aria-label={label} disabled={isDisabled} onClick={onClick}>
      <Icon name={icon} />
      <span class="tool-label">{label}</span>
    </button>
  );
}
