/** Recognises what the user's own git did, so that it isn't mistaken for an agent's change. */
import { join } from "node:path";
import { type Git, GitError, splitNul } from "./git.js";
import { factsOf, findRepository, operationsSince, type Repository } from "./repository.js";
import type { DiskChange } from "./scanner.js";
import type { RepositoryFacts, State, Version } from "./state.js";

/** What git did in one root since the last scan. */
interface Operation {
  readonly prefix: string;
  /** The latest step, which names the operation. */
  readonly name: string;
  readonly isCommit: boolean;
  /** False for a commit, which changes no file. */
  readonly changesFiles: boolean;
  readonly isStash: boolean;
  /** The files of the new commit, by their path in the folder. */
  readonly committed: ReadonlyMap<string, Version>;
}

export class GitOperations {
  readonly facts: ReadonlyMap<string, RepositoryFacts>;
  readonly #operations: readonly Operation[];

  private constructor(facts: ReadonlyMap<string, RepositoryFacts>, operations: readonly Operation[]) {
    this.facts = facts;
    this.#operations = operations;
  }

  /** Compares the repositories of a folder with their recorded state. */
  static async since(
    git: Git,
    folder: string,
    last: State["roots"],
    prefixes: Iterable<string>,
  ): Promise<GitOperations> {
    const facts = new Map<string, RepositoryFacts>();
    const operations: Operation[] = [];
    for (const prefix of prefixes) {
      const root = join(folder, prefix);
      const repository = findRepository(root);
      if (!repository) continue;
      const now = factsOf(repository);
      facts.set(prefix, now);
      const before = last[prefix]?.repository;
      const steps = before ? operationsSince(repository, before, now) : [];
      const name = steps
        .at(-1)
        ?.replace(/\p{Cc}/gu, " ")
        .slice(0, 200);
      if (name === undefined) continue;
      const committed = now.head === undefined ? new Map() : await filesOf(git, repository, now.head, root, prefix);
      const isCommit = steps.some((step) => /^(commit|HEAD moved)/.test(step));
      const changesFiles = !steps.every((step) => step.startsWith("commit"));
      operations.push({ prefix, name, isCommit, changesFiles, isStash: steps.includes("stash"), committed });
    }
    return new GitOperations(facts, operations);
  }

  /** Innermost first, because a path belongs to the innermost repository. */
  #operationFor(path: string): Operation | undefined {
    return this.#operations
      .filter(({ prefix }) => path.startsWith(prefix))
      .sort((a, b) => b.prefix.length - a.prefix.length)[0];
  }

  /** Returns the name of the operation that made a change, or undefined. */
  nameFor({ path, to }: DiskChange): string | undefined {
    const operation = this.#operationFor(path);
    if (!operation) return undefined;
    const committed = operation.committed.get(path) ?? null;
    const isFromCommit = committed?.oid === to?.oid && committed?.mode === to?.mode;
    return operation.isStash || (operation.changesFiles && isFromCommit) ? operation.name : undefined;
  }

  /** Keeps the files whose text on disk was committed. */
  keepCommitted(state: State): void {
    for (const [path, { now, isIgnored }] of state.files) {
      const operation = this.#operationFor(path);
      if (!operation?.isCommit || isIgnored) continue;
      if ((operation.committed.get(path)?.oid ?? null) === (now?.oid ?? null)) state.files.delete(path);
    }
  }
}

/** Lists the files in one of the user's commits. Their repository is only a source of objects for our own git. */
async function filesOf(
  git: Git,
  repository: Repository,
  commit: string,
  root: string,
  prefix: string,
): Promise<ReadonlyMap<string, Version>> {
  const files = new Map<string, Version>();
  const inside = root === repository.top ? "" : `${root.slice(repository.top.length + 1)}/`;
  try {
    const args = ["ls-tree", "-r", "-z", "--full-tree", commit, ...(inside === "" ? [] : ["--", inside])];
    const output = await git.run(args, { alternates: [join(repository.commonDirectory, "objects")] });
    for (const line of splitNul(output)) {
      const [facts = "", name = ""] = line.split("\t", 2);
      const [mode = "", , oid = ""] = facts.split(" ");
      files.set(prefix + name.slice(inside.length), { mode, oid });
    }
  } catch (error) {
    if (!(error instanceof GitError)) throw error; // For example a damaged repository.
  }
  return files;
}
