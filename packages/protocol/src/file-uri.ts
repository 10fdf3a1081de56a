/**
 * Converts between file paths and `file://` URIs without Node, so it also runs in browsers. Output is percent-encoded.
 * Input may be encoded or not, because the client sends raw paths (docs/protocol.md, section 5).
 */

/** Matches most paths: they need no encoding. */
const plainPath = /^\/[A-Za-z0-9/._~-]*$/;
const windowsDrive = /^[A-Za-z]:[\\/]/;

/** `/a b.txt` becomes `file:///a%20b.txt`, `C:\a` becomes `file:///C:/a`, `\\host\share` becomes `file://host/share`. */
export function toFileUri(path: string): string {
  if (plainPath.test(path)) return `file://${path}`;
  const isUnc = path.startsWith("\\\\");
  const isWindows = isUnc || windowsDrive.test(path);
  const slashes = isWindows ? path.replaceAll("\\", "/") : path;
  // encodeURI keeps ? and #, which would cut off the path. A lone surrogate can't be encoded, so it becomes U+FFFD.
  const encoded = encodeURI(slashes.toWellFormed()).replace(/[?#]/g, encodeURIComponent);
  if (isUnc) return `file:${encoded}`;
  return `file://${isWindows ? "/" : ""}${encoded}`;
}

/**
 * Returns the URI without percent-encoding, as Claude Code writes it. It strips `file://` from the URIs in a
 * `getDiagnostics` result and compares the rest with its path, so it doesn't recognise an encoded one.
 */
export function toRawFileUri(path: string): string {
  if (path.startsWith("\\\\")) return `file:${path.replaceAll("\\", "/")}`;
  return windowsDrive.test(path) ? `file:///${path.replaceAll("\\", "/")}` : `file://${path}`;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the paths that a URI or an absolute path can mean, most likely first: `file:///a%20b` is `/a b`, or `/a%20b` if
 * a file with that name exists. The caller picks the one that exists. Returns nothing for other kinds of URI.
 */
export function pathsOfFileUri(uri: string): string[] {
  const match = /^file:\/\/([^/]*)(\/.*)$/i.exec(uri);
  if (!match) return /^[a-z][a-z0-9+.-]+:/i.test(uri) || uri === "" ? [] : [uri];
  const [, host = "", raw = ""] = match;
  const forms = [decode(raw), raw].filter((form) => form !== undefined);
  return [...new Set(forms)].map((form) => {
    if (host !== "" && host.toLowerCase() !== "localhost") return `\\\\${host}${form.replaceAll("/", "\\")}`;
    return /^\/[A-Za-z]:/.test(form) ? form.slice(1).replaceAll("/", "\\") : form;
  });
}
