/**
 * Sanitises HTML from language servers. Their Markdown may contain any HTML, for example from a comment in the code. Only
 * tags that format text are kept, without their attributes, and every other `<` is escaped. So nothing from a server can run
 * code, load anything or imitate a part of the page.
 *
 * Sanitiser libraries let the browser parse the HTML first, and it reports each attribute that the page's policy forbids.
 */

const allowed = new Set(
  "a b blockquote br code dd del dl dt em h1 h2 h3 h4 h5 h6 hr i kbd li ol p pre s span strong sub sup table tbody td th thead tr ul".split(
    " ",
  ),
);

/** A tag, or any other `<`. */
const tags = /<(\/?)([a-z][a-z0-9]*)\b([^<>]*)>|</gi;

function attributesOf(element: string, attributes: string): string {
  // Classes are used for syntax highlighting.
  const [, names] = element === "span" ? (/\sclass="([^"&]*)"/.exec(attributes) ?? []) : [];
  if (names !== undefined) return ` class="${names}"`;
  const [, link] = element === "a" ? (/\shref="((?:https?|mailto):[^"]*)"/i.exec(attributes) ?? []) : [];
  return link === undefined ? "" : ` href="${link}" target="_blank" rel="noopener noreferrer"`;
}

export function safeHtml(html: string): string {
  return html.replace(tags, (_tag, slash?: string, name?: string, attributes?: string) => {
    if (name === undefined) return "&lt;";
    const element = name.toLowerCase();
    if (!allowed.has(element)) return "";
    return slash === "" ? `<${element}${attributesOf(element, attributes ?? "")}>` : `</${element}>`;
  });
}
