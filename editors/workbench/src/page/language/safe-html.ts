/**
 * What language servers write about code is Markdown, which may hold any HTML, also out of a comment in somebody's code.
 * Here every tag is written anew, without its attributes, and only those of plain text; every other `<` is a character.
 * So nothing that a server says can run, load or imitate a part of the page.
 *
 * By hand, because the ready-made sanitizers have the browser parse the HTML first: it then reports each attribute that
 * the page's policy forbids.
 */

const kept = new Set(
  "a b blockquote br code dd del dl dt em h1 h2 h3 h4 h5 h6 hr i kbd li ol p pre s span strong sub sup table tbody td th thead tr ul".split(
    " ",
  ),
);

/** A tag, or a `<` that begins none. */
const tags = /<(\/?)([a-z][a-z0-9]*)\b([^<>]*)>|</gi;

function attributesOf(element: string, attributes: string): string {
  // Classes only colour highlighted code.
  const [, names] = element === "span" ? (/\sclass="([^"&]*)"/.exec(attributes) ?? []) : [];
  if (names !== undefined) return ` class="${names}"`;
  const [, link] = element === "a" ? (/\shref="((?:https?|mailto):[^"]*)"/i.exec(attributes) ?? []) : [];
  return link === undefined ? "" : ` href="${link}" target="_blank" rel="noopener noreferrer"`;
}

/** The HTML with nothing but text in it. */
export function safeHtml(html: string): string {
  return html.replace(tags, (_tag, slash?: string, name?: string, attributes?: string) => {
    if (name === undefined) return "&lt;";
    const element = name.toLowerCase();
    if (!kept.has(element)) return "";
    return slash === "" ? `<${element}${attributesOf(element, attributes ?? "")}>` : `</${element}>`;
  });
}
