/** Notifications from an editor, in all their forms, which a client must accept or ignore (NOT). */
import { NotApplicable } from "../../outcome.js";
import type { ClientCheck, LiveCheck } from "../check.js";
import type { ClientContext } from "../context.js";
import { earlySelection } from "../script.js";
import { expectAliveAfter, requireSessions } from "./needs.js";

const start = { line: 0, character: 0 };
const end = { line: 2, character: 3 };
const somewhere = { start, end, isEmpty: false };
const nowhere = { start, end: start, isEmpty: true };

/** Returns the path of a missing file, so that none of the user's text gets into a prompt. */
function fileIn({ folders: [folder = "/"] }: ClientContext): string {
  return `${folder}/tandem-conformance.txt`;
}

interface NotificationCheck {
  readonly name: LiveCheck["name"];
  readonly what: string;
  /** Default: accepted. */
  readonly outcome?: string;
  readonly method: string;
  readonly params: (file: string) => Readonly<Record<string, unknown>>;
}

const notifications: readonly NotificationCheck[] = [
  {
    name: "NOT-01/selection",
    what: "selection_changed with a file and text",
    method: "selection_changed",
    params: (filePath) => ({ text: "one\ntwo\nsix", filePath, fileUrl: `file://${filePath}`, selection: somewhere }),
  },
  {
    name: "NOT-01/null-selection",
    what: "selection_changed with a null selection",
    method: "selection_changed",
    params: (filePath) => ({ text: "", filePath, selection: null }),
  },
  {
    name: "NOT-02/lines",
    what: "at_mentioned with lines",
    method: "at_mentioned",
    params: (filePath) => ({ filePath, lineStart: 4, lineEnd: 6 }),
  },
  {
    name: "NOT-02/whole-file",
    what: "at_mentioned without lines",
    method: "at_mentioned",
    params: (filePath) => ({ filePath }),
  },
  {
    name: "NOT-03/log-event",
    what: "log_event",
    outcome: "accepted or ignored",
    method: "log_event",
    params: () => ({ eventName: "tandem_conformance", eventData: {} }),
  },
  {
    name: "NOT-04/active-editor",
    what: "workspace/didChangeActiveEditor",
    outcome: "accepted or ignored",
    method: "workspace/didChangeActiveEditor",
    params: (filePath) => ({ filePath, text: "", range: { start, end } }),
  },
  {
    // This comes last, because it clears the selection.
    name: "NOT-01/no-file",
    what: "selection_changed without a file",
    method: "selection_changed",
    params: () => ({ text: "", selection: nowhere }),
  },
];

const liveNotificationChecks = notifications.map(
  ({ name, what, outcome = "accepted", method, params }): LiveCheck => ({
    name,
    title: `${what} is ${outcome}`,
    run: (context) => context.survives(what, (connection) => connection.notify(method, params(fileIn(context)))),
  }),
);

export const notificationChecks: readonly ClientCheck[] = [
  ...liveNotificationChecks,
  {
    name: "NOT-05/early",
    title: "Notifications before tools/list are tolerated",
    check(log) {
      for (const connection of requireSessions(log)) {
        const index = connection.entries.findIndex(
          (entry) => entry.kind === "sent" && entry.value.params === earlySelection,
        );
        if (index >= 0) return expectAliveAfter(connection, index, "a selection before tools/list");
      }
      throw new NotApplicable("the client sent no notifications/initialized");
    },
  },
];
