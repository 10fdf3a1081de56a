/** What the companion can be asked to do, so that both sides agree. */
import type { TextRange } from "@tandem/base";

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
  /** Closes every tab, whatever was typed there. */
  closeAll(): Promise<void>;
  select(path: string, range: TextRange): Promise<void>;
  selection(): { readonly path: string; readonly range: TextRange } | undefined;
  text(uri: string): string | undefined;
  type(text: string): Promise<void>;
  /** Switches the text in front to CRLF, as its entry in the status bar does. */
  useCrlf(): Promise<void>;
  save(path: string): Promise<void>;
  tabs(): readonly TabFacts[];
  /** Runs a command; arguments that are `file:` addresses become such. */
  command(id: string, ...args: readonly unknown[]): Promise<unknown>;
  diagnose(path: string, problems: readonly Problem[]): void;
  /** The folders that VS Code shows. */
  folders(): readonly string[];
  setFolders(folders: readonly string[]): void;
  /** Behind the others, so that extensions go on. */
  addFolder(folder: string): void;
  setting(name: string, value: unknown): Promise<void>;
  terminal(command: string): Promise<number | undefined>;
  /** How often the command `companion.canary` was run, which hostile names try to run. */
  canaries(): number;
  /** Shows a message as VS Code shows it, links and all. */
  tell(message: string): void;
  clipboard(): Promise<string>;
}
