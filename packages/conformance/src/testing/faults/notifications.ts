/** Faults in notifications (NOT). */
import { isRecord } from "@tandem-ide/base";
import { around } from "../parts.js";
import { type Fault, nothing, withoutTool } from "./fault.js";

const isSelection = (message: unknown) => isRecord(message) && message.method === "selection_changed";

export const notificationFaults: readonly Fault[] = [
  {
    check: "NOT-01/told",
    what: "selections are not sent",
    seen: nothing,
    break(parts) {
      parts.outgoing = (message) => (isSelection(message) ? undefined : message);
    },
  },
  {
    check: "NOT-01/told",
    what: "columns are in bytes",
    seen: /"character":5/,
    break(parts) {
      parts.outgoing = (message) => {
        if (!isRecord(message) || !isRecord(message.params) || !isSelection(message)) return message;
        const selection = { start: { line: 0, character: 5 }, end: { line: 0, character: 10 }, isEmpty: false };
        return { ...message, params: { ...message.params, selection } };
      };
    },
  },
  {
    check: "NOT-01/told",
    what: "paths are relative",
    seen: /^"told é\.txt"$/,
    break(parts) {
      parts.outgoing = (message) => {
        if (!isRecord(message) || !isRecord(message.params) || !isSelection(message)) return message;
        return { ...message, params: { ...message.params, filePath: "told é.txt" } };
      };
    },
  },
  {
    check: "NOT-01/throttled",
    what: "every change is sent immediately",
    seen: /^12$/,
    break(parts) {
      parts.intervalMs = 0;
    },
  },
  {
    check: "NOT-01/throttled",
    what: "the last change is lost",
    seen: /^nothing$/,
    break(parts) {
      parts.intervalMs = 100_000;
    },
  },
  {
    check: "NOT-01/steady",
    what: "it waits until the selection stops changing",
    // Fewer than three, or two on a busy machine.
    seen: /^[012]$/,
    break(parts) {
      parts.isDebounced = true;
    },
  },
  {
    check: "NOT-01/closed-file",
    what: "a closed file is still the latest selection",
    seen: /closed\.txt/,
    break(_, { editor }) {
      editor.forgetsClosed = false;
    },
  },
  {
    check: "NOT-01/closed-file",
    what: "a closed file's selection is sent to later clients",
    seen: /closed\.txt/,
    // The check waits a little longer than this endpoint.
    options: { times: { readyMs: 400 } },
    break(parts, { editor }) {
      editor.forgetsClosed = false;
      withoutTool("getLatestSelection")(parts);
    },
  },
  {
    check: "NOT-05/again",
    what: "the selection is only sent right after tools/list",
    seen: nothing,
    break(parts) {
      parts.readyMs = 0;
    },
  },
  {
    check: "NOT-05/again",
    what: "the selection is not sent again",
    seen: nothing,
    break: (parts) =>
      around(parts.methods, "tools/list", () => (_, { session }) => ({ tools: session.parts.listed })),
  },
  {
    check: "NOT-05/without-list",
    what: "notifications only start after tools/list",
    seen: nothing,
    break: (parts) => void parts.notifications.delete("notifications/initialized"),
  },
];
