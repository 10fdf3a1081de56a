/** Describes what one release of Claude Code does differently from another in the same session. */
import { isDeepStrictEqual } from "node:util";
import type { Session } from "./fixtures.js";

/** An event of a release: its kind, which is compared, and its content. */
interface ClientEvent {
  readonly kind: string;
  readonly content: unknown;
}

function kindOf(message: unknown): string {
  if (typeof message !== "object" || message === null || !("method" in message)) return "an answer";
  const params = "params" in message ? message.params : undefined;
  const name = params && typeof params === "object" && "name" in params ? ` ${params.name}` : "";
  return `${message.method}${message.method === "tools/call" ? name : ""}`;
}

/**
 * Returns what the client did in a session, in order. The address is omitted, because each connection has another one.
 */
function eventsOf({ recording, modelTools }: Session): ClientEvent[] {
  const events = recording.entries.flatMap((entry): ClientEvent[] => {
    if ("open" in entry) {
      const { host: _host, ...content } = entry.open.headers;
      return [{ kind: "The upgrade request", content }];
    }
    if (!("text" in entry) || entry.from !== "client") return [];
    const content: unknown = JSON.parse(entry.text);
    return [{ kind: kindOf(content), content }];
  });
  return [
    ...events,
    ...(modelTools.length > 0 ? [{ kind: "The tools that the model is given", content: modelTools }] : []),
  ];
}

/** Counters and the release's version differ in every session, so they aren't compared. */
const counters = new Set(["id", "pid", "progressToken", "requestId"]);

function steady(key: string, value: unknown): unknown {
  if (counters.has(key)) return `a ${typeof value}`;
  if (typeof value !== "string") return value;
  return value
    .replace(/\b\d+\.\d+\.\d+\b/g, "<version>")
    .replace(/\([0-9a-f]{6}\)/g, "(<hex>)")
    .replace(/^toolu_\w+$/, "<tool use>");
}

/** Every value in a message, with its path. */
function* valuesIn(value: unknown, path: readonly string[] = []): Generator<[path: string, value: unknown]> {
  const isContainer = value !== null && typeof value === "object" && Object.keys(value).length > 0;
  if (!isContainer) yield [path.join("."), steady(path.at(-1) ?? "", value)];
  else
    for (const [key, inner] of Object.entries(value))
      yield* valuesIn(inner, Array.isArray(value) ? path : [...path, key]);
}

type Facts = Map<string, Set<string>>;

/** Returns the values in all events of each kind, in the order in which the kinds first occurred. */
function factsOf(events: readonly ClientEvent[]): Map<string, Facts> {
  const kinds = new Map<string, Facts>();
  for (const { kind, content } of events) {
    const facts: Facts = kinds.get(kind) ?? new Map();
    kinds.set(kind, facts);
    for (const [path, value] of valuesIn(content))
      facts.set(path, (facts.get(path) ?? new Set()).add(JSON.stringify(value)));
  }
  return kinds;
}

function list(values: Iterable<string>): string {
  return [...values].join(", ");
}

function compareFacts(kind: string, before: Facts, now: Facts): string[] {
  const out: string[] = [];
  for (const [path, values] of now) {
    const earlier = before.get(path);
    if (!earlier) out.push(`${kind}: ${path} is new: ${list(values)}`);
    else if (!isDeepStrictEqual(values, earlier)) out.push(`${kind}: ${path} was ${list(earlier)}, is ${list(values)}`);
  }
  for (const [path, values] of before) if (!now.has(path)) out.push(`${kind}: ${path} is gone, was ${list(values)}`);
  return out;
}

/**
 * Describes each difference on the client's side with a sentence. Doesn't compare how often or how quickly something is
 * sent.
 */
export function differences(before: Session, now: Session): string[] {
  const [old, recent] = [factsOf(eventsOf(before)), factsOf(eventsOf(now))];
  const out: string[] = [];
  for (const [kind, facts] of recent) {
    const earlier = old.get(kind);
    if (earlier) out.push(...compareFacts(kind, earlier, facts));
    else out.push(`${kind} is new: ${list([...facts].map(([path, values]) => `${path} ${list(values)}`))}`);
  }
  for (const kind of old.keys()) if (!recent.has(kind)) out.push(`${kind} does not come any more`);
  const common = (kinds: Iterable<string>) => [...kinds].filter((kind) => old.has(kind) && recent.has(kind));
  const [oldOrder, newOrder] = [common(old.keys()), common(recent.keys())];
  const at = newOrder.findIndex((kind, index) => kind !== oldOrder[index]);
  if (at >= 0)
    out.push(`The order is another: after ${newOrder[at - 1]} came ${oldOrder[at]}, now comes ${newOrder[at]}`);
  return out;
}
