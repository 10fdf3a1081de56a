/** What an editor tells, in every form that it may have: a client takes it or ignores it, and goes on (NOT). */
import { NotApplicable } from "../../outcome.js";
import type { ClientCheck, Scene } from "../check.js";
import { earlySelection } from "../script.js";
import type { Stage } from "../stage.js";
import { livesAfter, needsSessions } from "./needs.js";

const start = { line: 0, character: 0 };
const end = { line: 2, character: 3 };
const somewhere = { start, end, isEmpty: false };
const nowhere = { start, end: start, isEmpty: true };

/** A file that is not there, so that no text of the user's gets into a prompt. */
function fileIn({ folders: [folder = "/"] }: Stage): string {
  return `${folder}/tandem-conformance.txt`;
}

interface Told {
  readonly name: Scene["name"];
  readonly title: string;
  readonly what: string;
  readonly method: string;
  readonly params: (file: string) => Readonly<Record<string, unknown>>;
}

const told: readonly Told[] = [
  {
    name: "NOT-01/selection",
    title: "selection_changed with a file and a text is taken",
    what: "selection_changed",
    method: "selection_changed",
    params: (filePath) => ({ text: "one\ntwo\nsix", filePath, fileUrl: `file://${filePath}`, selection: somewhere }),
  },
  {
    name: "NOT-01/null-selection",
    title: "selection_changed whose selection is null is taken",
    what: "selection_changed with a null selection",
    method: "selection_changed",
    params: (filePath) => ({ text: "", filePath, selection: null }),
  },
  {
    name: "NOT-02/lines",
    title: "at_mentioned with lines is taken",
    what: "at_mentioned with lines",
    method: "at_mentioned",
    params: (filePath) => ({ filePath, lineStart: 4, lineEnd: 6 }),
  },
  {
    name: "NOT-02/whole-file",
    title: "at_mentioned without lines is taken",
    what: "at_mentioned without lines",
    method: "at_mentioned",
    params: (filePath) => ({ filePath }),
  },
  {
    name: "NOT-03/log-event",
    title: "log_event is taken or ignored",
    what: "log_event",
    method: "log_event",
    params: () => ({ eventName: "tandem_conformance", eventData: {} }),
  },
  {
    name: "NOT-04/active-editor",
    title: "workspace/didChangeActiveEditor is taken or ignored",
    what: "workspace/didChangeActiveEditor",
    method: "workspace/didChangeActiveEditor",
    params: (filePath) => ({ filePath, text: "", range: { start, end } }),
  },
  {
    // The last one: it leaves no selection behind.
    name: "NOT-01/no-file",
    title: "selection_changed without a file is taken: nothing is selected any more",
    what: "selection_changed without a file",
    method: "selection_changed",
    params: () => ({ text: "", selection: nowhere }),
  },
];

const tellings = told.map(
  ({ name, title, what, method, params }): Scene => ({
    name,
    title,
    play: (stage) => stage.survives(what, (connection) => connection.notify(method, params(fileIn(stage)))),
  }),
);

export const notificationChecks: readonly ClientCheck[] = [
  ...tellings,
  {
    name: "NOT-05/early",
    title: "What is told before it listens does no harm",
    judge(log) {
      for (const connection of needsSessions(log)) {
        const index = connection.entries.findIndex(
          (entry) => entry.kind === "said" && entry.value.params === earlySelection,
        );
        if (index >= 0) return livesAfter(connection, index, "a selection before it has listed the tools");
      }
      throw new NotApplicable("the client sent no notifications/initialized");
    },
  },
];
