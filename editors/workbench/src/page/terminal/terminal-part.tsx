/** The terminal below the halves. What it is made of is loaded when it is opened first. */
import { messageOf } from "@tandem/base";
import { useEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../app-parts.js";
import { titleWithKey } from "../core/key-titles.js";
import { Divider } from "../ui/divider.js";
import { Icon } from "../ui/icons.js";
import type { TerminalView } from "./terminal-view.js";

type Phase = { readonly name: "starting" | "running" } | { readonly name: "ended"; readonly text: string };

export function TerminalPart() {
  const { connection, store, preferences, nonce, layout } = useApp();
  const host = useRef<HTMLDivElement>(null);
  const [phase, setPhase] = useState<Phase>({ name: "starting" });
  const [run, setRun] = useState(0);
  const height = preferences.terminalHeight.value;

  // `run` starts it anew.
  useEffect(() => {
    let view: TerminalView | undefined;
    let isOver = false;
    setPhase({ name: "starting" });
    import("./terminal-view.js")
      .then(async ({ TerminalView: View }) => {
        if (isOver || !host.current) return;
        view = new View({
          host: host.current,
          connection,
          nonce,
          isDark: store.isDark,
          onEnded: (exitCode) => setPhase({ name: "ended", text: endWords(exitCode) }),
        });
        await view.start();
        if (!isOver) setPhase({ name: "running" });
      })
      .catch((error: unknown) => {
        if (isOver) return;
        setPhase({ name: "ended", text: messageOf(error) });
        if (document.activeElement === document.body) layout.focusActive();
      });
    return () => {
      isOver = true;
      view?.close();
    };
  }, [connection, nonce, store, layout, run]);

  // A host that has just come back tells its output only to those who ask again.
  useEffect(() => connection.on("welcome", () => setRun((count) => count + 1)), [connection]);

  const hide = () => {
    store.isTerminalOpen.value = false;
    layout.focusActive();
  };
  return (
    <>
      <Divider
        label="Height of the terminal"
        orientation="horizontal"
        value={height}
        least={80}
        most={2000}
        step={20}
        valueAt={(event) => Math.min(innerHeight - 160, innerHeight - event.clientY - 24)}
        onChange={(value) => {
          preferences.terminalHeight.value = value;
        }}
      />
      <section class="terminal" style={{ height: `${height}px` }} aria-label="Terminal" data-testid="terminal">
        <div class="section-header">
          <h2>Terminal</h2>
          <span class="muted" role="status" data-testid="terminal-status">
            {phase.name === "starting" && "Starting Claude…"}
            {phase.name === "ended" && phase.text}
          </span>
          {phase.name === "ended" && (
            <button type="button" class="button" data-testid="terminal-restart" onClick={() => setRun(run + 1)}>
              Start again
            </button>
          )}
          <button
            type="button"
            class="icon-button"
            aria-label="Hide the terminal"
            title={titleWithKey("Hide", "Ctrl-`")}
            onClick={hide}
          >
            <Icon name="close" />
          </button>
        </div>
        <div ref={host} class="terminal-host" />
      </section>
    </>
  );
}

function endWords(exitCode: number): string {
  return exitCode === 0 ? "Claude has ended." : `Claude has ended with exit code ${exitCode}.`;
}
