/** The requests to the companion, shared by both sides. */
import type { TextRange } from "@tandem-ide/base";

export interface TabFacts {
  readonly label: string;
  readonly uri: string | undefined;
  readonly isDirty: boolean;
  readonly isActive: boolean;
  readonly group: number;
}

export interface Problem {
  readonly message: string;
  readonly severity: "Error" | "Warning" | "Info" | "Hint";
  readonly range: TextRange;
  readonly source?: string;
}

export interface Verbs {
  ping(): number;
  open(path: string): Promise<void>;
  close(path: string): Promise<void>;
  /** Closes every tab, including tabs with unsaved changes. */
  closeAll(): Promise<void>;
  select(path: string, range: TextRange): Promise<void>;
  selection(): { readonly path: string; readonly range: TextRange } | undefined;
  text(uri: string): string | undefined;
  type(text: string): Promise<void>;
  /** Switches the active editor to CRLF, like its status bar item does. */
  useCrlf(): Promise<void>;
  save(path: string): Promise<void>;
  tabs(): readonly TabFacts[];
  /** Runs a command. Arguments that are `file:` URIs are passed as `Uri` objects. */
  command(id: string, ...args: readonly unknown[]): Promise<unknown>;
  diagnose(path: string, problems: readonly Problem[]): void;
  /** From now on every save takes this long, as with a slow formatter; 0 ends it. */
  slowSaves(ms: number): void;
  /** How many slow saves are running. */
  runningSaves(): number;
  /** The folders that VS Code shows. */
  folders(): readonly string[];
  setFolders(folders: readonly string[]): void;
  /** Adds it at the end, so that extensions keep running. */
  addFolder(folder: string): void;
  setting(name: string, value: unknown): Promise<void>;
  terminal(command: string): Promise<number | undefined>;
  /** How many times the command `companion.canary`, which hostile names try to run, was run. */
  canaries(): number;
  /** Shows a message like VS Code's own, with links. */
  tell(message: string): void;
  clipboard(): Promise<string>;
}
