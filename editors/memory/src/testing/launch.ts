/** Launches an in-memory editor with its endpoint in this process, as the contract test wants it. */
import { createEndpoint, type EndpointOptions } from "@tandem/server";
import { MemoryEditor } from "../memory-editor.js";
import { type MemoryHand, memoryHand } from "./hand.js";

/**
 * Where to launch; the form of the contract test's `LaunchOptions`.
 *
 * @example
 * const options: MemoryLaunchOptions = { folders: [folder], configDir, home };
 */
export interface MemoryLaunchOptions {
  readonly folders: readonly string[];
  readonly configDir: string;
  readonly home: string;
}

/**
 * A running editor; the form of the contract test's `LaunchedEditor`.
 *
 * @example
 * const { hand, stop } = await memoryLauncher()(options);
 */
export interface LaunchedMemoryEditor {
  readonly hand: MemoryHand & {
    setPaused(isPaused: boolean): void;
    restartEndpoint(): Promise<void>;
    quit(): Promise<void>;
  };
  stop(): Promise<void>;
}

/**
 * A `launch` for the contract test. The editor, which may be a variant broken on purpose, offers all but `executeCode`;
 * `ideOptions` set the endpoint.
 *
 * @example
 * testEditor({ name: "Memory", launch: memoryLauncher(), cannot: ["executeCode", "kill", "reopenWindow"], describe, test, afterAll });
 */
export function memoryLauncher(Variant: typeof MemoryEditor = MemoryEditor, ideOptions: EndpointOptions = {}) {
  return async ({ folders, configDir, home }: MemoryLaunchOptions): Promise<LaunchedMemoryEditor> => {
    const editor = new Variant({ name: "Memory", folders, hasDiagnostics: true });
    const ide = await createEndpoint(editor, { workspaceRequests: "write", ...ideOptions, configDir, home, env: {} });
    return {
      hand: {
        ...memoryHand(editor),
        setPaused: (isPaused) => ide.setPaused(isPaused),
        restartEndpoint: () => ide.restart(),
        quit: () => ide.close(),
      },
      stop: () => ide.close(),
    };
  };
}
