/**
 * `Changes` for an interface in another process or a page: the schemas of its requests, and their responses. The interface
 * also gets `listChanges(changes.list)` after each change, and then asks again for what it shows.
 */
import * as z from "zod/mini";
import { filesOfFolder } from "./listed-changes.js";
import type { ChangeOutcome, Changes, FileChange, OpenChange } from "./model.js";

export {
  type ChangedFolder,
  filesOfFolder,
  type ListedChanges,
  type ListedTurn,
  listChanges,
} from "./listed-changes.js";
export { noChanges } from "./no-changes.js";
export { type ShownChanges, showChanges } from "./shown-changes.js";

const id = z.string().check(z.minLength(1));
const path = z.string().check(z.minLength(1));
const index = z.number().check(z.gte(0), z.int());
const isConfirmed = z.exactOptional(z.boolean());
const target = z.object({
  turn: id,
  path: z.exactOptional(path),
  hunks: z.exactOptional(z.object({ version: z.string(), indexes: z.readonly(z.array(index)) })),
});

/** The parameters of each request. */
export const changeRequests = {
  /** Returns the texts and hunks of a file's change in a turn. */
  "changes.open": z.object({ turn: id, path }),
  /** Returns what changed in a file in all listed turns, for marks beside its text. */
  "changes.open-file": z.object({ path }),
  /** Returns the files of a listed folder. */
  "changes.files": z.object({ turn: id, folder: path }),
  "changes.keep": z.object({ target }),
  "changes.undo": z.object({ target, isConfirmed }),
  "changes.restore": z.object({ undone: id, isConfirmed }),
  "changes.start-over": z.object({}),
} as const;

export type ChangeMethod = keyof typeof changeRequests;
export type ChangeParams<M extends ChangeMethod> = z.infer<(typeof changeRequests)[M]>;

/** The results of requests. */
export interface ChangeResults {
  "changes.open": OpenChange | { readonly whyNot: string };
  "changes.open-file": { readonly change?: OpenChange };
  "changes.files": readonly FileChange[];
  "changes.keep": ChangeOutcome;
  "changes.undo": ChangeOutcome;
  "changes.restore": ChangeOutcome;
  "changes.start-over": ChangeOutcome;
}

/** A function for each request. */
export type ChangeAnswers = {
  readonly [M in ChangeMethod]: (params: ChangeParams<M>) => ChangeResults[M] | Promise<ChangeResults[M]>;
};

/**
 * Answers requests whose parameters were parsed by `changeRequests`.
 *
 * @example
 * const answers = answerChanges(recorder, sep);
 * await answers["changes.undo"]({ target: { turn, path } });
 */
export function answerChanges(changes: Changes, separator: string): ChangeAnswers {
  return {
    "changes.open": ({ turn, path: of }) => changes.open(turn, of),
    "changes.open-file": async ({ path: of }) => {
      const change = await changes.openFile(of);
      return change ? { change } : {};
    },
    "changes.files": (folder) => filesOfFolder(changes.list, folder, separator),
    "changes.keep": ({ target: of }) => changes.keep(of),
    "changes.undo": ({ target: of, isConfirmed: confirmed }) => changes.undo(of, confirmed),
    "changes.restore": ({ undone, isConfirmed: confirmed }) => changes.restore(undone, confirmed),
    "changes.start-over": () => changes.startOver(),
  };
}
