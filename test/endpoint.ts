/** An endpoint with the in-memory editor for tests that cross packages. Closed when the test ends. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { MemoryEditor, type MemoryEditorOptions } from "@tandem/memory-editor";
import { createEndpoint, type Endpoint, type EndpointOptions } from "@tandem/server";
import { onTestFinished } from "vitest";

export function temporaryDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "tandem-test-")));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export interface TestEndpoint {
  readonly ide: Endpoint;
  readonly editor: MemoryEditor;
  readonly folder: string;
  readonly configDir: string;
  /** Writes a file of the workspace and returns its path. */
  write(name: string, content: string): string;
}

export async function startEndpoint(
  options: EndpointOptions = {},
  editorOptions: Partial<MemoryEditorOptions> = {},
): Promise<TestEndpoint> {
  const folder = temporaryDirectory();
  const configDir = options.configDir ?? temporaryDirectory();
  const editor = new MemoryEditor({ folders: [folder], hasDiagnostics: true, ...editorOptions });
  const ide = await createEndpoint(editor, {
    env: {},
    home: configDir,
    configDir,
    workspaceRequests: "write",
    allowedCode: { has: () => true, set: () => {} },
    ...options,
  });
  onTestFinished(() => ide.close());
  const write = (name: string, content: string) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  return { ide, editor, folder, configDir, write };
}

/** Resolves when `isTrue` holds, looked at after each turn of the event loop; the test's own timeout ends the wait. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}
