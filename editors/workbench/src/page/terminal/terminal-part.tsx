/** The terminal panel. The terminal itself is loaded when the panel is first opened. */
import { messageOf } from "@tandem-ide/base";
import { useEffect, useRef, useState } from "preact/hooks";
import { installCommand } from "../../messages.js";
import { useApp } from "../app-parts.js";
import { Button, IconButton } from "../ui/button.js";
import { Divider } from "../ui/divider.js";
import type { TerminalView } from "./terminal-view.js";

type Phase = { readonly name: "starting" | "running" } | { readonly name: "ended"; readonly text: string };

export function TerminalPart() {
  const { connection, store, preferences, nonce, layout, sharing } = useApp();
  const host = useRef<HTMLDivElement>(null);
  const [phase, setPhase] = useState<Phase>({ name: "starting" });
  const [run, setRun] = useState(0);
  const height = preferences.terminalHeight.value;

  // A new `run` restarts it.
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
          onEnded: (exitCode) => setPhase({ name: "ended", text: exitMessage(exitCode) }),
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

  // After a reconnect the output must be requested again.
  useEffect(() => connection.on("welcome", () => setRun((count) => count + 1)), [connection]);

  const hide = () => {
    store.isTerminalOpen.value = false;
    layout.focusActive();
  };
  return (
    <>
      <Divider
        label="Resize terminal"
        orientation="horizontal"
        value={preferences.terminalHeight}
        min={80}
        max={2000}
        step={20}
        valueAt={(event) => Math.min(innerHeight - 160, innerHeight - event.clientY - 24)}
      />
      <section class="terminal" style={{ height: `${height}px` }} aria-label="Terminal" data-testid="terminal">
        <div class="section-header">
          <h2>Terminal</h2>
          <span class="muted" role="status" data-testid="terminal-status">
            {phase.name === "starting" && "Starting Claude…"}
            {phase.name === "ended" && phase.text}
          </span>
          {phase.name === "ended" && (
            <Button testId="terminal-restart" onClick={() => setRun(run + 1)}>
              Restart
            </Button>
          )}
          <IconButton icon="close" label="Hide terminal" keys="Ctrl-`" onClick={hide} />
        </div>
        {phase.name === "ended" && phase.text.includes(installCommand) && (
          <div class="terminal-help" data-testid="terminal-install">
            <p>Install it with this command, then choose Restart:</p>
            <p class="command">
              <code>{installCommand}</code>
              <IconButton
                icon="copy"
                label="Copy command"
                onClick={() => void sharing.copy(installCommand, "command")}
              />
            </p>
          </div>
        )}
        <div ref={host} class="terminal-host" />
      </section>
    </>
  );
}

function exitMessage(exitCode: number): string {
  return exitCode === 0 ? "Claude exited." : `Claude exited with code ${exitCode}.`;
}
