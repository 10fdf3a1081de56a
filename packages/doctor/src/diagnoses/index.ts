/** Every diagnosis by its name, and the order of what they find. */
import { type Facts, isJoined } from "../facts/facts.js";
import { autoConnectOff } from "./auto-connect-off.js";
import { claudeFails } from "./claude-fails.js";
import { claudeMissing } from "./claude-missing.js";
import { claudeNotOnPath } from "./claude-not-on-path.js";
import { countedTwice } from "./counted-twice.js";
import { diffTool } from "./diff-tool.js";
import { directoryOpen } from "./directory-open.js";
import { editorBusy } from "./editor-busy.js";
import { editorForbids } from "./editor-forbids.js";
import { editorGone } from "./editor-gone.js";
import { editorHangs } from "./editor-hangs.js";
import { extensionHealth } from "./extension-health.js";
import type { Diagnosis, Finding, Severity } from "./finding.js";
import { folderBelow } from "./folder-below.js";
import { handshakeFails } from "./handshake-fails.js";
import { hostOverride } from "./host-override.js";
import { ideFlag } from "./ide-flag.js";
import { ideTerminal } from "./ide-terminal.js";
import { lockBroken } from "./lock-broken.js";
import { lockDirectory } from "./lock-directory.js";
import { lockOpen } from "./lock-open.js";
import { lockUnreadable } from "./lock-unreadable.js";
import { machineKind } from "./machine-kind.js";
import { modeUnset } from "./mode-unset.js";
import { neovimHealth } from "./neovim-health.js";
import { noEditor } from "./no-editor.js";
import { noFolders } from "./no-folders.js";
import { noMcpEcho } from "./no-mcp-echo.js";
import { noToken } from "./no-token.js";
import { nodeOld } from "./node-old.js";
import { obsidianHealth } from "./obsidian-health.js";
import { oddFile } from "./odd-file.js";
import { oldRelease } from "./old-release.js";
import { oldTransport } from "./old-transport.js";
import { otherConfigDirectory } from "./other-config-directory.js";
import { otherNamespace } from "./other-namespace.js";
import { otherPort } from "./other-port.js";
import { otherUser } from "./other-user.js";
import { permissionMode } from "./permission-mode.js";
import { pidReused } from "./pid-reused.js";
import { portClosed } from "./port-closed.js";
import { programInFolder } from "./program-in-folder.js";
import { proxy } from "./proxy.js";
import { settingsBroken } from "./settings-broken.js";
import { severalEditors } from "./several-editors.js";
import { stalePort } from "./stale-port.js";
import { symlinkFolder } from "./symlink-folder.js";
import { unreadDirectory } from "./unread-directory.js";
import { wrongFolder } from "./wrong-folder.js";
import { wrongToken } from "./wrong-token.js";

/**
 * Every diagnosis; the names are the ids of the findings.
 *
 * @example
 * console.log(Object.keys(diagnoses));
 */
export const diagnoses: Readonly<Record<string, Diagnosis>> = {
  "auto-connect-off": autoConnectOff,
  "claude-fails": claudeFails,
  "claude-missing": claudeMissing,
  "claude-not-on-path": claudeNotOnPath,
  "counted-twice": countedTwice,
  "diff-tool": diffTool,
  "directory-open": directoryOpen,
  "editor-busy": editorBusy,
  "editor-forbids": editorForbids,
  "editor-gone": editorGone,
  "editor-hangs": editorHangs,
  "extension-health": extensionHealth,
  "folder-below": folderBelow,
  "handshake-fails": handshakeFails,
  "host-override": hostOverride,
  "ide-flag": ideFlag,
  "ide-terminal": ideTerminal,
  "lock-broken": lockBroken,
  "lock-directory": lockDirectory,
  "lock-open": lockOpen,
  "lock-unreadable": lockUnreadable,
  "machine-kind": machineKind,
  "mode-unset": modeUnset,
  "neovim-health": neovimHealth,
  "no-editor": noEditor,
  "no-folders": noFolders,
  "no-mcp-echo": noMcpEcho,
  "no-token": noToken,
  "node-old": nodeOld,
  "obsidian-health": obsidianHealth,
  "odd-file": oddFile,
  "old-release": oldRelease,
  "old-transport": oldTransport,
  "other-config-directory": otherConfigDirectory,
  "other-namespace": otherNamespace,
  "other-port": otherPort,
  "other-user": otherUser,
  "permission-mode": permissionMode,
  "pid-reused": pidReused,
  "port-closed": portClosed,
  "program-in-folder": programInFolder,
  proxy,
  "settings-broken": settingsBroken,
  "several-editors": severalEditors,
  "stale-port": stalePort,
  "symlink-folder": symlinkFolder,
  "unread-directory": unreadDirectory,
  "wrong-folder": wrongFolder,
  "wrong-token": wrongToken,
};

const order: readonly Severity[] = ["fault", "warning", "note"];

/** No diagnosis names the cause, and yet nothing connects: then the rules of the client speak for themselves. */
function unexplained({ choice, locks }: Facts): Finding {
  const failed = locks.find(({ file }) => file === choice.file)?.connection;
  return {
    id: "not-joined",
    severity: "fault",
    likelihood: 0,
    title: "Claude Code connects to no editor from here.",
    detail: failed?.outcome === "failed" ? failed.message : choice.reason,
    advice: [{ words: "See every editor that is announced:", command: "tandem ls" }],
    fixes: [],
  };
}

/**
 * What is wrong, by the facts: the most likely cause first.
 *
 * @example
 * const [cause] = diagnose(facts);
 * console.log(cause?.title);
 */
export function diagnose(facts: Facts): Finding[] {
  const found = Object.entries(diagnoses).flatMap(([id, look]) => {
    const finding = look(facts);
    return finding ? [{ id, fixes: [], ...finding }] : [];
  });
  const isExplained = isJoined(facts) || found.some(({ severity }) => severity === "fault");
  return (isExplained ? found : [...found, unexplained(facts)]).sort(
    (a, b) => order.indexOf(a.severity) - order.indexOf(b.severity) || b.likelihood - a.likelihood,
  );
}
