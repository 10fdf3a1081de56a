/**
 * Renders Markdown. Elements are created from tokens, never from HTML, so a notebook can't add scripts, forms or requests.
 * HTML in the Markdown is shown as text.
 */
import type { MarkedToken, Token, Tokens } from "marked";
import { type ComponentChildren, createElement } from "preact";
import { useMemo } from "preact/hooks";
import { readMarkdown } from "./read-markdown.js";

export function Markdown({ text }: { readonly text: string }) {
  const tokens = useMemo(() => readMarkdown(text), [text]);
  return <div class="markdown">{tokens ? blocks(tokens) : <pre>{text}</pre>}</div>;
}

function isKnown(token: Token): token is MarkedToken {
  return token.type !== "generic";
}

function blocks(tokens: readonly Token[] | undefined): ComponentChildren {
  return tokens?.map((token) => (isKnown(token) ? one(token) : token.raw));
}

function one(token: MarkedToken): ComponentChildren {
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "heading":
      // The page uses the first levels.
      return createElement(`h${Math.min(6, token.depth + 2)}`, { class: `h${token.depth}` }, blocks(token.tokens));
    case "paragraph":
      return <p>{blocks(token.tokens)}</p>;
    case "text":
      return "tokens" in token && token.tokens ? blocks(token.tokens) : unescapeHtml(token.text);
    case "escape":
      return token.text;
    case "strong":
      return <strong>{blocks(token.tokens)}</strong>;
    case "em":
      return <em>{blocks(token.tokens)}</em>;
    case "del":
      return <del>{blocks(token.tokens)}</del>;
    case "codespan":
      return <code>{token.text}</code>;
    case "code":
      return <pre>{token.text}</pre>;
    case "br":
      return <br />;
    case "hr":
      return <hr />;
    case "blockquote":
      return <blockquote>{blocks(token.tokens)}</blockquote>;
    case "list":
      return createElement(
        token.ordered ? "ol" : "ul",
        token.start === "" ? {} : { start: token.start },
        token.items.map(item),
      );
    case "list_item":
      return item(token);
    case "table":
      return <Table table={token} />;
    case "link":
      return <Link link={token} />;
    case "image":
      return <Picture image={token} />;
    case "html":
      return token.raw;
  }
}

function item(token: Tokens.ListItem): ComponentChildren {
  return (
    <li>
      {token.task && <input type="checkbox" checked={token.checked ?? false} disabled />}
      {blocks(token.tokens)}
    </li>
  );
}

function Table({ table }: { readonly table: Tokens.Table }) {
  return (
    <table>
      <thead>
        <tr>
          {table.header.map((cell) => (
            <th>{blocks(cell.tokens)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row) => (
          <tr>
            {row.map((cell) => (
              <td>{blocks(cell.tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Link({ link }: { readonly link: Tokens.Link }) {
  const isSafe = /^(https?:|mailto:)/i.test(link.href);
  if (!isSafe) return <span>{blocks(link.tokens)}</span>;
  return (
    <a href={link.href} target="_blank" rel="noopener noreferrer">
      {blocks(link.tokens)}
    </a>
  );
}

/** Shows embedded images only, because others would be requested from another server. */
function Picture({ image }: { readonly image: Tokens.Image }) {
  if (/^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i.test(image.href))
    return <img src={image.href} alt={image.text} />;
  return <span class="muted">[image: {image.text || image.href}]</span>;
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  nbsp: "\u00a0",
  "#39": "'",
};

/** Decodes the few entities that are common in Markdown. */
function unescapeHtml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_all, name: string) => entities[name] ?? "");
}
