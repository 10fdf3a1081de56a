/** Handles HTTP requests, after checking who may access what. */
import type { IncomingMessage } from "node:http";
import { messageOf } from "@tandem-ide/base";
import * as z from "zod/mini";
import { type Answer, pagePolicy, textAnswer } from "./answers.js";
import type { LinkTokens } from "./link-tokens.js";
import type { PageServerLog } from "./log.js";
import { enterPage, enterScript, enterStyle, fillPage, messages, notSignedInPage, tabScript } from "./own-pages.js";
import type { PageFile, PageFiles } from "./page-files.js";
import type { PageLoads } from "./page-loads.js";
import { readJson } from "./read-json.js";
import { cookiesNamed, isOwnOrigin, loopbackHostOf, refusalReason } from "./request-checks.js";
import { isSameSecret, randomSecret } from "./secrets.js";

const html = "text/html; charset=utf-8";
const script = "text/javascript; charset=utf-8";
const enterSchema = z.object({ token: z.string() });
const tabSchema = z.object({ key: z.string(), secret: z.string() });

/** Resources that need no authentication. They contain no secrets. */
const publicAnswers: ReadonlyMap<string, Answer> = new Map([
  ["/enter", { status: 200, type: html, body: enterPage }],
  ["/enter.js", { status: 200, type: script, body: enterScript }],
  ["/enter.css", { status: 200, type: "text/css; charset=utf-8", body: enterStyle }],
  ["/tab.js", { status: 200, type: script, body: tabScript }],
]);

const bodyErrors = {
  400: "Invalid JSON in the request body.",
  413: "The request body is too large.",
  415: "The request body must be JSON.",
} as const;

/** The rest of the request body isn't read. */
const closeConnection = { connection: "close" };

interface RouterOptions {
  readonly files: PageFiles;
  readonly tokens: LinkTokens;
  readonly loads: PageLoads;
  readonly port: number;
  readonly log: PageServerLog;
}

export class Router {
  readonly #options: RouterOptions;
  /** Contains the port, because a browser sends cookies to every port of a host. */
  readonly #cookieName: string;
  // All browsers share these: they belong to the same user.
  readonly #cookie = randomSecret();
  readonly #key = randomSecret();

  constructor(options: RouterOptions) {
    this.#options = options;
    this.#cookieName = `tandem-${options.port}`;
  }

  async answer(request: IncomingMessage): Promise<Answer> {
    const { log } = this.#options;
    const path = pathOf(request);
    try {
      const answer = await this.#route(request, path);
      if (answer.status >= 400) log("debug", "Refused a request", { status: answer.status, path });
      return answer;
    } catch (error) {
      log("error", `A request failed: ${messageOf(error)}`, { path });
      return textAnswer(500, "Tandem couldn't answer this request. See its log for details.", closeConnection);
    }
  }

  /** Returns true for a request from the page itself in a signed-in browser. */
  isAuthenticated(request: IncomingMessage): boolean {
    return refusalReason(request) === undefined && this.#hasCookie(request);
  }

  /** Returns why a request may not become a WebSocket, or undefined. */
  upgradeRefusal(request: IncomingMessage): { readonly status: number; readonly reason: string } | undefined {
    const host = loopbackHostOf(request);
    // Browsers disagree about Sec-Fetch-Site here, but all of them send the Origin.
    if (host === undefined || !isOwnOrigin(request, host))
      return { status: 403, reason: "Only Tandem's own page can connect." };
    if (pathOf(request) !== "/socket") return { status: 404, reason: "No WebSocket is served at this path." };
    if (!this.#hasCookie(request)) return { status: 401, reason: messages.notSignedIn };
    return undefined;
  }

  async #route(request: IncomingMessage, path: string): Promise<Answer> {
    const foreign = refusalReason(request);
    if (foreign !== undefined) return textAnswer(403, foreign, closeConnection);
    if (request.method === "POST" && (path === "/enter" || path === "/tab")) return this.#post(request, path);
    if (request.method !== "GET" && request.method !== "HEAD")
      return textAnswer(405, "Method not allowed.", { allow: "GET, HEAD", ...closeConnection });

    const publicAnswer = publicAnswers.get(path);
    if (publicAnswer) return publicAnswer;
    const isSignedIn = this.#hasCookie(request);
    if (path === "/") return isSignedIn ? this.#page(request) : { status: 401, type: html, body: notSignedInPage };
    if (!isSignedIn) return textAnswer(401, messages.notSignedIn);
    const file = await this.#options.files.find(path);
    return file ? fileAnswer(file, request) : textAnswer(404, "File not found.");
  }

  #page(request: IncomingMessage): Answer {
    // The page uses this to check whether its host is still running; it isn't a page load.
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
    // Browsers send the Origin with every POST.
    if (!isOwnOrigin(request, loopbackHostOf(request) ?? ""))
      return textAnswer(403, "Tandem only responds to its own page. This request has no Origin.", closeConnection);
    const body = await readJson(request);
    if (typeof body === "number") return textAnswer(body, bodyErrors[body], closeConnection);
    return path === "/enter" ? this.#enter(body.json) : this.#proveLoad(request, body.json);
  }

  /** Exchanges a link's token for the cookie and the key. */
  #enter(json: unknown): Answer {
    const { data } = enterSchema.safeParse(json);
    if (!data) return textAnswer(400, bodyErrors[400]);
    switch (this.#options.tokens.use(data.token)) {
      case "too-many-invalid":
        return textAnswer(429, messages.tooManyWrong, { "retry-after": "60" });
      case "invalid":
        this.#options.log("warn", "Rejected an expired or unknown link");
        return textAnswer(403, messages.wrongToken);
      case "valid":
        return {
          status: 200,
          type: "application/json; charset=utf-8",
          body: JSON.stringify({ key: this.#key }),
          headers: { "set-cookie": `${this.#cookieName}=${this.#cookie}; HttpOnly; SameSite=Strict; Path=/` },
        };
    }
  }

  /** Checks the browser's key for a load of the page. */
  #proveLoad(request: IncomingMessage, json: unknown): Answer {
    const { data } = tabSchema.safeParse(json);
    if (!data) return textAnswer(400, bodyErrors[400]);
    const load = this.#options.loads.find(data.secret);
    if (!load || !this.#hasCookie(request) || !isSameSecret(data.key, this.#key))
      return textAnswer(403, messages.notSignedIn);
    load.prove();
    return textAnswer(200, "OK");
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
