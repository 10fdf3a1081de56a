/**
 * One kind of coding agent: how its clients find this editor, how they connect and prove who they are, and what they are told
 * in which shape. Each is a folder beside this file, loaded when it serves; adding one changes nothing else (agents/index.ts
 * lists them).
 */
import type { Environment } from "@tandem/base";
import type { Address } from "../address.js";
import type { Hub } from "../hub/hub.js";
import type { Settings } from "../options.js";

/** An agent that clients can find. */
export interface RunningAgent {
  readonly address: Address;
  /** The file by which clients find it. */
  readonly discoveryFile: string;
  /** The variables for a terminal that runs the agent, added to `base`. */
  environment(base: Environment): Record<string, string>;
  /** Sends `log_event` to every client. */
  logEvent(eventName: string, eventData: Record<string, unknown>): void;
  /** Takes away that by which it is found, at once: for handlers that cannot wait such as a process's `exit`. */
  removeDiscovery(): void;
  /** Ends its clients, its listener and its timers. Safe to call twice. */
  close(): Promise<void>;
}

/** Starts an agent on a hub. Rejects with a StartError, and leaves nothing behind, when it cannot. */
export type StartAgent = (hub: Hub, settings: Settings, address: Partial<Address>) => Promise<RunningAgent>;
