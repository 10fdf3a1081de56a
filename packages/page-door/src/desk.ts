/** Answers requests: who asks for what, and may they have it? */

import type { IncomingMessage } from "node:http";
import { messageOf } from "@tandem/base";
import * as z from "zod/mini";
import { type Answer, pagePolicy, plain } from "./answers.js";
import type { DoorLog } from "./door-log.js";
import type { LinkTokens } from "./link-tokens.js";
import { enterPage, enterScript, enterStyle, fillPage, notInPage, tabScript, wordsForPeople } from "./own-pages.js";
import type { PageFile, PageFiles } from "./page-files.js";
import type { PageLoads } from "./page-loads.js";
import { readJson } from "./read-json.js";
import { cookiesNamed, isOwnOrigin, loopbackHostOf, whyForeign } from "./request-checks.js";
import { isSameSecret, randomSecret } from "./secrets.js";

const html = "text/html; charset=utf-8";
const script = "text/javascript; charset=utf-8";
const enterSchema = z.object({ token: z.string() });
const tabSchema = z.object({ key: z.string(), secret: z.string() });

/** What everybody gets who asks this machine. There is nothing secret in it. */
const publicAnswers: ReadonlyMap<string, Answer> = new Map([
  ["/enter", { status: 200, type: html, body: enterPage }],
  ["/enter.js", { status: 200, type: script, body: enterScript }],
  ["/enter.css", { status: 200, type: "text/css; charset=utf-8", body: enterStyle }],
  ["/tab.js", { status: 200, type: script, body: tabScript }],
]);

const wordsOfStatus = {
  400: "The body is not the JSON that belongs here.",
  413: "The body is too large.",
  415: "The body must be JSON.",
} as const;

/** Ends the connection too: what the body still holds is not read. */
const endsConnection = { connection: "close" };

export interface DeskOptions {
  readonly files: PageFiles;
  readonly tokens: LinkTokens;
  readonly loads: PageLoads;
  readonly port: number;
  readonly log: DoorLog;
}

export class Desk {
  readonly #options: DeskOptions;
  /** A browser sends cookies to every port of a host: the name keeps those of two workbenches apart. */
  readonly #cookieName: string;
  // One for all browsers: they are the same user's.
  readonly #cookie = randomSecret();
  readonly #key = randomSecret();

  constructor(options: DeskOptions) {
    this.#options = options;
    this.#cookieName = `tandem-${options.port}`;
  }

  async answer(request: IncomingMessage): Promise<Answer> {
    const { log } = this.#options;
    const path = pathOf(request);
    try {
      const answer = await this.#decide(request, path);
      if (answer.status >= 400) log("debug", "Refused a request", { status: answer.status, path });
      return answer;
    } catch (error) {
      log("error", `A request failed: ${messageOf(error)}`, { path });
      return plain(500, "Tandem could not answer this. Its log says why.", endsConnection);
    }
  }

  /** True for a request of the page itself, in a browser of the user's. */
  isIn(request: IncomingMessage): boolean {
    return whyForeign(request) === undefined && this.#hasCookie(request);
  }

  /** Why a request may not become a WebSocket, or undefined. */
  whyNoSocket(request: IncomingMessage): { readonly status: number; readonly words: string } | undefined {
    const host = loopbackHostOf(request);
    // Browsers do not agree on Sec-Fetch-Site here, but each sends the Origin.
    if (host === undefined || !isOwnOrigin(request, host))
      return { status: 403, words: "Only Tandem's own page may connect." };
    if (pathOf(request) !== "/socket") return { status: 404, words: "There is no WebSocket here." };
    if (!this.#hasCookie(request)) return { status: 401, words: wordsForPeople.notIn };
    return undefined;
  }

  async #decide(request: IncomingMessage, path: string): Promise<Answer> {
    const foreign = whyForeign(request);
    if (foreign !== undefined) return plain(403, foreign, endsConnection);
    if (request.method === "POST" && (path === "/enter" || path === "/tab")) return this.#post(request, path);
    if (request.method !== "GET" && request.method !== "HEAD")
      return plain(405, "Tandem does not know this method here.", { allow: "GET, HEAD", ...endsConnection });

    const known = publicAnswers.get(path);
    if (known) return known;
    const isIn = this.#hasCookie(request);
    if (path === "/") return isIn ? this.#page(request) : { status: 401, type: html, body: notInPage };
    if (!isIn) return plain(401, wordsForPeople.notIn);
    const file = await this.#options.files.find(path);
    return file ? fileAnswer(file, request) : plain(404, "There is no such file.");
  }

  #page(request: IncomingMessage): Answer {
    // The page asks so whether its host is still there: that is no load.
    if (request.method === "HEAD") return { status: 200, type: html, body: "" };
    const nonce = randomSecret();
    const secret = this.#options.loads.add();
    return {
      status: 200,
      type: html,
      body: fillPage(this.#options.files.index, { nonce, secret }),
      headers: { "content-security-policy": pagePolicy(loopbackHostOf(request) ?? "", nonce) },
    };
  }

  async #post(request: IncomingMessage, path: "/enter" | "/tab"): Promise<Answer> {
    // A browser gives the Origin with every POST: without one this is not the page.
    if (!isOwnOrigin(request, loopbackHostOf(request) ?? ""))
      return plain(403, "Tandem answers to its own page only: this request has no Origin.", endsConnection);
    const body = await readJson(request);
    if (typeof body === "number") return plain(body, wordsOfStatus[body], endsConnection);
    return path === "/enter" ? this.#enter(body.json) : this.#proveLoad(request, body.json);
  }

  /** A link's token for the cookie and the key. */
  #enter(json: unknown): Answer {
    const { data } = enterSchema.safeParse(json);
    if (!data) return plain(400, wordsOfStatus[400]);
    switch (this.#options.tokens.use(data.token)) {
      case "too-many-wrong":
        return plain(429, wordsForPeople.tooManyWrong, { "retry-after": "60" });
      case "wrong":
        this.#options.log("warn", "A browser came with a link that is void");
        return plain(403, wordsForPeople.wrongToken);
      case "right":
        return {
          status: 200,
          type: "application/json; charset=utf-8",
          body: JSON.stringify({ key: this.#key }),
          headers: { "set-cookie": `${this.#cookieName}=${this.#cookie}; HttpOnly; SameSite=Strict; Path=/` },
        };
    }
  }

  /** A load of the page shows the key. */
  #proveLoad(request: IncomingMessage, json: unknown): Answer {
    const { data } = tabSchema.safeParse(json);
    if (!data) return plain(400, wordsOfStatus[400]);
    const load = this.#options.loads.find(data.secret);
    if (!load || !this.#hasCookie(request) || !isSameSecret(data.key, this.#key))
      return plain(403, wordsForPeople.notIn);
    load.prove();
    return plain(200, "Welcome.");
  }

  #hasCookie(request: IncomingMessage): boolean {
    return cookiesNamed(request, this.#cookieName).some((value) => isSameSecret(value, this.#cookie));
  }
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? "").replace(/\?.*$/s, "");
}

function fileAnswer(file: PageFile, request: IncomingMessage): Answer {
  const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(request.headers["accept-encoding"] ?? ""));
  const isGzipped = acceptsGzip && file.gzipped !== undefined;
  return {
    status: 200,
    type: file.type,
    body: isGzipped ? file.gzipped : file.bytes,
    headers: {
      "cache-control": file.isHashed ? "private, max-age=31536000, immutable" : "private, no-cache",
      vary: "Accept-Encoding",
      ...(isGzipped ? { "content-encoding": "gzip" } : {}),
    },
  };
}
