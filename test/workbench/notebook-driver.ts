/** A user with a notebook open in the workbench, and the real Jupyter of this machine. */
import { execFileSync, spawnSync } from "node:child_process";
import { Notebook } from "@tandem-ide/workspace/notebook";
import type { Browser, Locator, Page } from "playwright-core";
import { jupyterEnvironment } from "../../editors/workbench/src/testing/real-kernels.js";
import { eventually, type SessionOptions, startSession, type UserSession } from "./user-session.js";

/** The text of a notebook with code cells. */
export function notebookOf(...sources: readonly string[]): string {
  return sources
    .reduce((notebook, source, index) => notebook.insertCell(index, "code", source), Notebook.create())
    .toText();
}

export class NotebookDriver {
  readonly user: UserSession;
  readonly name: string;
  readonly page: Page;

  constructor(user: UserSession, name: string, page = user.page) {
    this.user = user;
    this.name = name;
    this.page = page;
  }

  get cells(): Locator {
    return this.page.locator('.pane:not([hidden]) [data-testid="cell"]');
  }

  cell(index: number): Locator {
    return this.cells.nth(index);
  }

  source(index: number): Locator {
    return this.cell(index).locator(".cm-content");
  }

  output(index: number): Locator {
    return this.cell(index).getByTestId("cell-outputs");
  }

  /** The cell's number with brackets. */
  async number(index: number): Promise<string> {
    return (await this.cell(index).locator(".cell-number").textContent()) ?? "";
  }

  async state(index: number): Promise<string | null> {
    return await this.cell(index).getAttribute("data-state");
  }

  /** Opens the file from the tree and waits for its cells. */
  async open(): Promise<this> {
    await this.page
      .locator(`[data-testid="tree-row"][data-path=${JSON.stringify(this.user.path(this.name))}]`)
      .dblclick();
    await this.page.getByTestId("notebook").first().waitFor();
    return this;
  }

  /** Focuses a cell's text. */
  async edit(index: number): Promise<void> {
    await this.source(index).click();
  }

  /** Runs a cell with its key and waits until it has finished. */
  async run(index: number): Promise<void> {
    await this.edit(index);
    await this.page.keyboard.press("Control+Enter");
    await eventually(() => this.number(index), { timeout: 30_000 }).toMatch(/\d/);
    await eventually(() => this.state(index)).toBe("idle");
  }

  /** The notebook in the host. */
  async read(): Promise<Notebook> {
    return Notebook.parse((await this.user.text(this.name)) ?? "");
  }

  async sources(): Promise<string[]> {
    return (await this.read()).cells.map((cell) => cell.source);
  }

  async command(id: string): Promise<boolean | undefined> {
    return await this.page.evaluate((name) => window.tandemPage?.run(name), id);
  }
}

/** Serves a folder with a notebook and opens it. */
export async function openNotebook(
  browser: Browser,
  content: string,
  options: SessionOptions = {},
): Promise<NotebookDriver> {
  const env: Record<string, string> = { ...options.env };
  const user = await startSession(browser, {
    ...options,
    files: { "n.ipynb": content, ...options.files },
    // The environment depends on the home, which exists only now.
    prepare: async (home) => {
      Object.assign(env, jupyterEnvironment(home.path));
      await options.prepare?.(home);
    },
    env,
  });
  return await new NotebookDriver(user, "n.ipynb").open();
}

/** Jupyter's Python may not be the first one on the PATH. */
function pythonOfJupyter(): string {
  const candidates = ["python3", "/usr/bin/python3"];
  const found = candidates.find((python) => spawnSync(python, ["-c", "import nbformat"]).status === 0);
  if (found === undefined) throw new Error(`None of ${candidates.join(", ")} has nbformat, which comes with Jupyter.`);
  return found;
}

/** The notebook as Jupyter writes it. Throws if `nbformat` considers the file invalid. */
export function rewrittenByJupyter(path: string): string {
  const script = [
    "import nbformat, sys",
    "notebook = nbformat.read(sys.argv[1], as_version=4)",
    "nbformat.validate(notebook)",
    "sys.stdout.write(nbformat.writes(notebook) + '\\n')",
  ];
  return execFileSync(pythonOfJupyter(), ["-c", script.join("\n"), path], { stdio: "pipe", encoding: "utf8" });
}
