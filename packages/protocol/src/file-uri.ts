/**
 * File paths and `file://` URIs, without Node so that it runs in a page too. Output is percent-encoded; input may be
 * encoded or not, because the client sends its paths raw (docs/protocol.md, section 5).
 */

/** Nearly every path: nothing in it has another form in a URI. */
const plainPath = /^\/[A-Za-z0-9/._~-]*$/;
const windowsDrive = /^[A-Za-z]:[\\/]/;

/** `/a b.txt` becomes `file:///a%20b.txt`, `C:\a` becomes `file:///C:/a`, `\\host\share` becomes `file://host/share`. */
export function toFileUri(path: string): string {
  if (plainPath.test(path)) return `file://${path}`;
  const isUnc = path.startsWith("\\\\");
  const isWindows = isUnc || windowsDrive.test(path);
  const slashes = isWindows ? path.replaceAll("\\", "/") : path;
  // encodeURI leaves ? and # alone, which would cut a path short. A lone surrogate cannot be encoded: it becomes U+FFFD.
  const encoded = encodeURI(slashes.toWellFormed()).replace(/[?#]/g, encodeURIComponent);
  if (isUnc) return `file:${encoded}`;
  return `file://${isWindows ? "/" : ""}${encoded}`;
}

/**
 * The URI without percent-encoding, as Claude Code writes it. It cuts `file://` off the URIs that `getDiagnostics`
 * answers and compares the rest with its own path, so there an encoded one is never recognised.
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
 * The paths that a URI (or a plain absolute path) may mean, likeliest first: `file:///a%20b` is `/a b`, or, where a
 * file of that odd name exists, `/a%20b`. Empty for what is no file at all. The caller picks the one that exists.
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
