/**
 * Checks that a request uses one of this machine's names and comes from the page itself. This protects against other
 * pages in the user's browser and against DNS rebinding.
 */
import type { IncomingMessage } from "node:http";

/** Any port is fine: through an SSH forward the browser uses a different one. */
const loopbackHost = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/;

/** Returns the Host of a request in lower case if it names this machine. */
export function loopbackHostOf(request: IncomingMessage): string | undefined {
  const host = request.headers.host?.toLowerCase();
  return host !== undefined && loopbackHost.test(host) ? host : undefined;
}

/** Returns true if the Origin is this server, under the name in the request's Host. */
export function isOwnOrigin(request: IncomingMessage, host: string): boolean {
  return request.headers.origin?.toLowerCase() === `http://${host}`;
}

/** Returns why a request must be refused, or undefined. */
export function refusalReason(request: IncomingMessage): string | undefined {
  const host = loopbackHostOf(request);
  if (host === undefined) return "Tandem only responds to the host names 127.0.0.1, localhost and [::1].";
  if (request.headers.origin !== undefined && !isOwnOrigin(request, host))
    return "Tandem only responds to its own page. This request is from another origin.";
  const site = request.headers["sec-fetch-site"];
  if ((site === "cross-site" || site === "same-site") && !isTopLevelNavigation(request))
    return "Tandem only responds to its own page. Other pages can't load, frame or call it.";
  return undefined;
}

/** The user follows a link or opens the redirect file. Another page can cause this but can't read the response. */
function isTopLevelNavigation({ method, headers }: IncomingMessage): boolean {
  return method === "GET" && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
}

/** Returns all values of a cookie. A page on another port of this host can add one with the same name. */
export function cookiesNamed(request: IncomingMessage, name: string): string[] {
  return (request.headers.cookie ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}
