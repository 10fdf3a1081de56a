/** Predicts which editor Claude Code connects to automatically when started with `--ide`. */
import type { ClientSettings } from "./client-settings.js";
import type { FoundEditor } from "./found-editor.js";

/**
 * Why this editor was chosen.
 *
 * @example
 * if (choice.code === "port-variable") console.log("CLAUDE_CODE_SSE_PORT decided");
 */
export type ChosenCode = "port-variable" | "only-match";

/**
 * Why none was chosen: automatic connection is off, none or several match, one lock is read twice, or the match is unusable.
 *
 * @example
 * if (choice.code === "several-matches") console.log("Close one of the editors");
 */
export type NotChosenCode = "turned-off" | "no-match" | "several-matches" | "counted-twice" | "not-usable";

/**
 * The editor that Claude Code connects to, if any, and why.
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

function chooseEditor(editor: FoundEditor, code: ChosenCode, why: string): Choice {
  if (editor.status.usable) return { editor, code, reason: `Claude Code connects to ${nameOf(editor)}: ${why}.` };
  return {
    editor: undefined,
    code: "not-usable",
    reason: `Claude Code tries to connect to ${nameOf(editor)} and fails: ${editor.status.message}`,
  };
}

function isSame(a: FoundEditor, b: FoundEditor): boolean {
  return a.port === b.port && a.lock?.authToken === b.lock?.authToken;
}

function severalMatches(matches: readonly [FoundEditor, ...FoundEditor[]]): Choice {
  const [first] = matches;
  if (matches.every((editor) => isSame(editor, first))) {
    const files = matches.map((editor) => editor.lockFile).join(" and ");
    const reason = `Claude Code doesn't connect automatically: it reads ${nameOf(first)} twice, from ${files}, and treats it as two editors. Remove one of these files, or pick the editor with /ide.`;
    return { editor: undefined, code: "counted-twice", reason };
  }
  const names = matches.map(nameOf).join(", ");
  const reason = `Claude Code doesn't connect automatically because ${matches.length} editors match: ${names}. Pick one with /ide, or set CLAUDE_CODE_SSE_PORT to its port.`;
  return { editor: undefined, code: "several-matches", reason };
}

function noMatch(editors: readonly FoundEditor[]): Choice {
  const [nearest] = editors;
  const fits = editors.length === 1 ? "no editor matches." : `none of ${editors.length} editors match. The newest:`;
  const why = nearest
    ? `${fits} ${nearest.status.message}`
    : "there is no lock file. Start an editor with its Claude Code integration on.";
  return { editor: undefined, code: "no-match", reason: `Claude Code doesn't connect automatically: ${why}` };
}

/** Chooses an editor. `editors` are sorted newest first. */
export function choose(editors: readonly FoundEditor[], settings: ClientSettings): Choice {
  if (settings.autoConnectOff) {
    const reason =
      "Claude Code doesn't connect automatically because CLAUDE_CODE_AUTO_CONNECT_IDE is off. Pick an editor with /ide.";
    return { editor: undefined, code: "turned-off", reason };
  }
  const matches = editors.filter((editor) => editor.status.counts);
  const named = matches.filter((editor) => editor.port === settings.ssePort);
  const [byPort] = named;
  if (byPort && named.length === 1) return chooseEditor(byPort, "port-variable", "CLAUDE_CODE_SSE_PORT names it");
  const [first, ...others] = matches;
  if (!first) return noMatch(editors);
  if (others.length > 0) return severalMatches([first, ...others]);
  return chooseEditor(first, "only-match", "it is the only match");
}
