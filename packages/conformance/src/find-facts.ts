/** What kind of endpoint it is, found out once in a run and only when a check asks. */
import {
  errorCodes,
  type InitializeResult,
  initializeResultSchema,
  listToolsResultSchema,
  requestMethods,
  type ToolDefinition,
  type WorkspaceRequestMode,
} from "@tandem/protocol";
import { type CheckContext, initialize } from "./context.js";
import { expectResult, expectShape } from "./expect.js";
import type { Encounter, Facts } from "./facts.js";

function once<T>(find: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined;
  return () => {
    found ??= find();
    return found;
  };
}

/** Opens connections of its own for each fact. */
export class FoundFacts implements Facts {
  readonly #open: () => CheckContext;

  constructor(open: () => CheckContext) {
    this.#open = open;
  }

  async #with<T>(find: (context: CheckContext) => Promise<T>): Promise<T> {
    const context = this.#open();
    try {
      return await find(context);
    } finally {
      await context.dispose();
    }
  }

  /** What `initialize` answers. */
  readonly initializeResult: () => Promise<InitializeResult> = once(() =>
    this.#with(async (context) => {
      const result = expectResult(await initialize(await context.connect()), "a result of initialize");
      return expectShape(initializeResultSchema, result, "a result of initialize");
    }),
  );

  /** What `tools/list` answers. */
  readonly tools: () => Promise<readonly ToolDefinition[]> = once(() =>
    this.#with(async (context) => {
      const client = await context.session();
      const result = expectResult(await client.request("tools/list"), "a result of tools/list");
      return expectShape(listToolsResultSchema, result, "a result of tools/list").tools;
    }),
  );

  readonly requestMode: () => Promise<WorkspaceRequestMode> = once(() =>
    this.#with(async (context) => {
      const told = context.settings.requests ?? context.target.lock?.workspaceRequests;
      if (told !== undefined) return told;
      const client = await context.connect();
      for (const method of requestMethods) {
        // Without params, so that nothing is read or written; one that is served answers that they are missing.
        const answer = await client.request(method, {});
        if (answer.ok || answer.code !== errorCodes.methodNotFound) return "write";
      }
      return "off";
    }),
  );

  async toolNames(): Promise<ReadonlySet<string>> {
    return new Set((await this.tools()).map((tool) => tool.name));
  }

  /** How many clients the endpoint takes. */
  async policy(): Promise<Encounter["policy"]> {
    return (await this.encounter()).policy;
  }

  /** Tried once: after a replacement the endpoint may rightly turn everyone away for a while. */
  readonly encounter: () => Promise<Encounter> = once(() =>
    this.#with(async (context) => {
      const first = await context.connect();
      await first.request("ping");
      const second = await context.upgrade();
      if (!second.client) return { policy: "refuses", refusal: second.answer };
      await second.client.request("ping");
      const alive = await first.request("ping").then(
        () => true,
        () => false,
      );
      return alive ? { policy: "many" } : { policy: "single", ending: await first.ending() };
    }),
  );
}
