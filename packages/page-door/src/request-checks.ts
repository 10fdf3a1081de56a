/**
 * Where may a request come from? Only from this machine's names, and only from the page itself: the checks that hold
 * against foreign pages in the user's browser, and against names that were made to lead here (DNS rebinding).
 */
import type { IncomingMessage } from "node:http";

/** A port may be any: behind an SSH forward the browser knows this server by another. */
const loopbackHost = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/;

/** The Host of a request in lower case when it names this machine, else undefined. */
export function loopbackHostOf(request: IncomingMessage): string | undefined {
  const host = request.headers.host?.toLowerCase();
  return host !== undefined && loopbackHost.test(host) ? host : undefined;
}

/** True when the Origin is there and is this server, by the name that the browser knows it by. */
export function isOwnOrigin(request: IncomingMessage, host: string): boolean {
  return request.headers.origin?.toLowerCase() === `http://${host}`;
}

/** Why a request may not be answered at all, or undefined. */
export function whyForeign(request: IncomingMessage): string | undefined {
  const host = loopbackHostOf(request);
  if (host === undefined) return "Tandem answers to the names 127.0.0.1, localhost and [::1] only.";
  if (request.headers.origin !== undefined && !isOwnOrigin(request, host))
    return "Tandem answers to its own page only: this request is from another origin.";
  const site = request.headers["sec-fetch-site"];
  if ((site === "cross-site" || site === "same-site") && !isTopLevelNavigation(request))
    return "Tandem answers to its own page only: other pages can neither load, nor frame, nor call it.";
  return undefined;
}

/** The user follows a link, or the redirect file: another page may cause this, but sees nothing of the answer. */
function isTopLevelNavigation({ method, headers }: IncomingMessage): boolean {
  return method === "GET" && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
}

/** All values of a cookie: a page on another port of this host can add one of the same name, which must not shut us out. */
export function cookiesNamed(request: IncomingMessage, name: string): string[] {
  return (request.headers.cookie ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}
