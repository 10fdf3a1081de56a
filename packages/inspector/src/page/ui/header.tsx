/** The top line: whose conversation this is, how it stands, and what can be done with it. */
import { useRef } from "preact/hooks";
import { useApp } from "../app.js";
import type { Session } from "../core/session.js";
import { plural } from "../core/words.js";
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
  const [words, look] = (() => {
    if (session?.kind === "file") return ["Recorded, from a file", ""] as const;
    if (session?.kind === "recording") return ["Recorded", ""] as const;
    if (state === "connecting") return ["Connecting…", ""] as const;
    if (state !== "open") return ["Connection lost", "lost"] as const;
    return session?.isPaused ? (["Paused", "lost"] as const) : (["Live", "on"] as const);
  })();
  return (
    <span class="state" role="status" data-testid="state">
      <span class={`dot ${look}`} aria-hidden="true" />
      {words}
    </span>
  );
}

function Counts({ session }: { readonly session: Session }) {
  const { words } = useApp();
  session.version.value;
  const waiting = session.pending.length;
  return (
    <span class="counts" data-testid="counts">
      <span>{plural(session.messages, "message")}</span>
      {session.faults > 0 ? (
        <button
          type="button"
          class="count-button faulty"
          title="Show them only"
          onClick={() => {
            words.value = "faults";
          }}
        >
          {plural(session.faults, "fault")}
        </button>
      ) : (
        <span>no faults</span>
      )}
      <span>{waiting} pending</span>
    </span>
  );
}

function Buttons({ session }: { readonly session: Session | undefined }) {
  const app = useApp();
  const picker = useRef<HTMLInputElement>(null);
  session?.version.value;
  return (
    <div class="tools" role="toolbar" aria-label="What can be done">
      {session?.kind === "live" && (
        <Tool
          icon={session.isPaused ? "resume" : "pause"}
          label={session.isPaused ? "Resume" : "Pause"}
          title={session.isPaused ? "Show what came meanwhile, and go on" : "Let what is shown stand still"}
          onClick={() => session.setPaused(!session.isPaused)}
        />
      )}
      <Tool
        icon="clear"
        label="Clear"
        title="Show only what comes from now on, in this window"
        isDisabled={!session}
        onClick={app.clear}
      />
      <Tool
        icon="save"
        label="Save"
        title="Save everything as a recording (.jsonl), also what is not shown"
        isDisabled={!session}
        onClick={() => session && save(session)}
      />
      <Tool
        icon="open"
        label="Open"
        title="Look at a recording (.jsonl); it can be dropped here too"
        onClick={() => picker.current?.click()}
      />
      <input
        ref={picker}
        type="file"
        accept=".jsonl"
        hidden
        aria-label="A recording"
        data-testid="file"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // So that the same file can be chosen again.
          if (file) void app.openFile(file);
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
