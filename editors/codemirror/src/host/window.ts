/** One page that is attached: what it told last, and the questions that it is asked. */
import { createMessageConnection } from "vscode-jsonrpc/node";
import type * as z from "zod/mini";
import type { Channel } from "../channel/channel.js";
import { Rpc, refusal } from "../channel/rpc.js";
import {
  type Answers,
  type Asked,
  type AskedAnswers,
  answerSchemas,
  askedSchemas,
  type HostTold,
  type Questions,
  type Told,
  toldSchemas,
  type WireSelection,
} from "../messages.js";

/** What a window does with what its page says. */
export interface WindowEvents {
  told: { readonly [Name in keyof Told]: (told: Told[Name]) => void };
  asked: { readonly [Name in keyof Asked]: (asked: Asked[Name]) => AskedAnswers[Name] };
  /** Something made no sense: it was refused, and changed nothing. */
  problem(words: string): void;
  closed(): void;
}

export class HostWindow {
  /** The selection that the page told last. */
  selection: WireSelection | undefined;
  /** False where the application does not save for others. */
  canSave = true;
  readonly #rpc: Rpc;

  constructor(channel: Channel, events: (window: HostWindow) => WindowEvents) {
    const own = events(this);
    this.#rpc = new Rpc(channel, createMessageConnection, (words) => own.problem(words));
    const hear = <Name extends keyof Told>(name: Name, schema: z.ZodMiniType<Told[Name]>) =>
      this.#rpc.hear(name, (params: unknown) => {
        const parsed = schema.safeParse(params);
        if (parsed.success) own.told[name](parsed.data);
        else own.problem(`${name}: ${whatIsWrong(parsed.error)}`);
      });
    const answer = <Name extends keyof Asked>(name: Name, schema: z.ZodMiniType<Asked[Name]>) =>
      this.#rpc.answer(name, (params: unknown) => {
        const parsed = schema.safeParse(params);
        if (parsed.success) return own.asked[name](parsed.data);
        const words = `${name}: ${whatIsWrong(parsed.error)}`;
        own.problem(words);
        throw refusal(words);
      });
    hear("joined", toldSchemas.joined);
    hear("selectionChanged", toldSchemas.selectionChanged);
    hear("focused", toldSchemas.focused);
    hear("draftChanged", toldSchemas.draftChanged);
    answer("mention", askedSchemas.mention);
    answer("setPaused", askedSchemas.setPaused);
    channel.onClose(() => own.closed());
    this.#rpc.listen();
  }

  get isClosed(): boolean {
    return this.#rpc.isClosed;
  }

  /** Asks the page. Rejects when it is gone, or when its answer makes no sense. */
  async ask<Name extends keyof Answers & keyof Questions>(
    name: Name,
    params: Questions[Name],
    signal?: AbortSignal,
    graceMs?: number,
  ): Promise<Answers[Name]> {
    const schema: z.ZodMiniType<Answers[Name]> = schemaOf(name);
    const parsed = schema.safeParse(await this.#rpc.ask<unknown>(name, params, signal, graceMs));
    if (parsed.success) return parsed.data;
    throw new Error(`The window's answer to ${name} makes no sense: ${whatIsWrong(parsed.error)}`);
  }

  tell<Name extends keyof HostTold>(name: Name, params: HostTold[Name]): void {
    this.#rpc.tell(name, params);
  }

  close(): void {
    this.#rpc.close();
  }
}

type AnswerTable = { readonly [Name in keyof Answers]: z.ZodMiniType<Answers[Name]> };

function schemaOf<Name extends keyof Answers>(name: Name): AnswerTable[Name] {
  const table: AnswerTable = answerSchemas;
  return table[name];
}

function whatIsWrong(error: z.core.$ZodError): string {
  const [first] = error.issues;
  const place = first?.path.join(".") ?? "";
  return `${place === "" ? "the parameters" : place}: ${first?.message ?? "not as expected"}`;
}
