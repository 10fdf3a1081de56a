/** Launches an in-memory editor with its endpoint in this process, for the contract test. */
import { createEndpoint, type EndpointOptions } from "@tandem-ide/server";
import { MemoryEditor } from "../memory-editor.js";
import { type MemoryDriver, memoryDriver } from "./driver.js";

/**
 * Launch options. Matches the contract test's `LaunchOptions`.
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
 * A running editor. Matches the contract test's `LaunchedEditor`.
 *
 * @example
 * const { driver, stop } = await memoryLauncher()(options);
 */
export interface LaunchedMemoryEditor {
  readonly driver: MemoryDriver & {
    setPaused(isPaused: boolean): void;
    restartEndpoint(): Promise<void>;
    quit(): Promise<void>;
  };
  stop(): Promise<void>;
}

/**
 * Returns the contract test's `launch` for an in-memory editor, or for a variant that is broken on purpose. The editor offers
 * everything except `executeCode`.
 *
 * @example
 * testEditor({ name: "Memory", launch: memoryLauncher(), cannot: ["executeCode", "kill", "reopenWindow"], describe, test, afterAll });
 */
export function memoryLauncher(Variant: typeof MemoryEditor = MemoryEditor, endpointOptions: EndpointOptions = {}) {
  return async ({ folders, configDir, home }: MemoryLaunchOptions): Promise<LaunchedMemoryEditor> => {
    const editor = new Variant({ name: "Memory", folders, hasDiagnostics: true });
    const endpoint = await createEndpoint(editor, {
      workspaceRequests: "write",
      ...endpointOptions,
      configDir,
      home,
      env: {},
    });
    return {
      driver: {
        ...memoryDriver(editor),
        setPaused: (isPaused) => endpoint.setPaused(isPaused),
        restartEndpoint: () => endpoint.restart(),
        quit: () => endpoint.close(),
      },
      stop: () => endpoint.close(),
    };
  };
}
