/**
 * The interface of a coding agent: how its clients find this editor, connect, authenticate and exchange messages. Each agent
 * is a folder next to this file and is listed in agents/index.ts.
 */
import type { Environment } from "@tandem-ide/base";
import type { Address } from "../address.js";
import type { Hub } from "../hub/hub.js";
import type { Settings } from "../options.js";

/** A started agent. */
export interface RunningAgent {
  readonly address: Address;
  /** The file through which clients find it. */
  readonly discoveryFile: string;
  /** Returns the variables for a terminal that runs the agent. `base` is the environment they are added to. */
  environment(base: Environment): Record<string, string>;
  /** Sends `log_event` to every client. Missing if this agent's protocol has no such message. */
  logEvent?(eventName: string, eventData: Record<string, unknown>): void;
  /** Removes the discovery file synchronously, for handlers that can't wait, such as a process's `exit`. */
  removeDiscovery(): void;
  /** Closes its clients, its listener and its timers. Safe to call twice. */
  close(): Promise<void>;
}

/** Starts an agent on a hub. If that fails, it cleans up and rejects with a StartError. */
export type StartAgent = (hub: Hub, settings: Settings, address: Partial<Address>) => Promise<RunningAgent>;
