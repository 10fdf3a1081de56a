/** Which editor Claude Code connects to by itself, started with `--ide`. Pure. */
import type { ClientSettings } from "./client-settings.js";
import type { FoundEditor } from "./found-editor.js";

/**
 * Why that editor and no other.
 *
 * @example
 * if (choice.code === "port-variable") console.log("CLAUDE_CODE_SSE_PORT decided");
 */
export type ChosenCode = "port-variable" | "only-match";

/**
 * Why none: turned off, nothing fits, several fit, one lock is read twice, or what fits cannot be used.
 *
 * @example
 * if (choice.code === "several-matches") console.log("Close one of the editors");
 */
export type NotChosenCode = "turned-off" | "no-match" | "several-matches" | "counted-twice" | "not-usable";

/**
 * The outcome of the client's search. `reason` says why in words.
 *
 * @example
 * const { choice } = await discover();
 * console.log(choice.reason);
 * if (choice.editor) await connect(targetOf(choice.editor));
 */
export type Choice =
  | { readonly editor: FoundEditor; readonly code: ChosenCode; readonly reason: string }
  | { readonly editor: undefined; readonly code: NotChosenCode; readonly reason: string };

function nameOf(editor: FoundEditor): string {
  return `${editor.name} on port ${editor.port}`;
}

function take(editor: FoundEditor, code: ChosenCode, why: string): Choice {
  if (editor.verdict.usable) return { editor, code, reason: `Claude Code connects to ${nameOf(editor)}: ${why}.` };
  return {
    editor: undefined,
    code: "not-usable",
    reason: `Claude Code tries ${nameOf(editor)}, in vain: ${editor.verdict.message}`,
  };
}

function isSame(a: FoundEditor, b: FoundEditor): boolean {
  return a.port === b.port && a.lock?.authToken === b.lock?.authToken;
}

function refuseSeveral(matches: readonly [FoundEditor, ...FoundEditor[]]): Choice {
  const [first] = matches;
  if (matches.every((editor) => isSame(editor, first))) {
    const files = matches.map((editor) => editor.lockFile).join(" and ");
    const reason = `Claude Code connects to nothing by itself: it reads ${nameOf(first)} twice, from ${files}, and takes it for two editors. Remove one of these files, or pick it with /ide.`;
    return { editor: undefined, code: "counted-twice", reason };
  }
  const names = matches.map(nameOf).join(", ");
  const reason = `Claude Code connects to nothing by itself, because ${matches.length} editors fit: ${names}. Pick one with /ide, or set CLAUDE_CODE_SSE_PORT to its port.`;
  return { editor: undefined, code: "several-matches", reason };
}

function refuseNone(editors: readonly FoundEditor[]): Choice {
  const [nearest] = editors;
  const fits = editors.length === 1 ? "no editor fits." : `none of ${editors.length} editors fits. The newest:`;
  const why = nearest
    ? `${fits} ${nearest.verdict.message}`
    : "no editor has announced itself. Start one with its Claude Code integration on.";
  return { editor: undefined, code: "no-match", reason: `Claude Code connects to nothing by itself: ${why}` };
}

/** Chooses among editors that are sorted newest first. */
export function choose(editors: readonly FoundEditor[], settings: ClientSettings): Choice {
  if (settings.autoConnectOff) {
    const reason = "CLAUDE_CODE_AUTO_CONNECT_IDE is off: Claude Code connects to nothing by itself. Pick with /ide.";
    return { editor: undefined, code: "turned-off", reason };
  }
  const matches = editors.filter((editor) => editor.verdict.counts);
  const named = matches.filter((editor) => editor.port === settings.ssePort);
  const [byPort] = named;
  if (byPort && named.length === 1) return take(byPort, "port-variable", "CLAUDE_CODE_SSE_PORT names it");
  const [first, ...others] = matches;
  if (!first) return refuseNone(editors);
  if (others.length > 0) return refuseSeveral([first, ...others]);
  return take(first, "only-match", "it is the only one that fits");
}
