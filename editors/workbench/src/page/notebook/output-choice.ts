/** What of an output is shown: the best of its forms that is safe in this page. Pure. */
import type { MimeBundle } from "@tandem/workspace/notebook";

export type ShownOutput =
  | { readonly kind: "image"; readonly source: string; readonly words: string }
  | { readonly kind: "markdown" | "text"; readonly text: string }
  | { readonly kind: "none"; readonly words: string };

export interface Choice {
  readonly shown: ShownOutput;
  /** It has HTML too, which is not shown: it could bring scripts. */
  readonly hidesHtml: boolean;
}

const images = ["image/png", "image/jpeg", "image/gif", "image/webp"];

function textOf(data: MimeBundle, type: string): string | undefined {
  const content = data[type];
  return typeof content === "string" ? content : undefined;
}

/** As an image a drawing is only looked at: what it has of scripts and links does not run. */
function imageOf(data: MimeBundle): string | undefined {
  for (const type of images) {
    const base64 = textOf(data, type)?.replace(/\s/g, "");
    if (base64 !== undefined && /^[\w+/]+=*$/.test(base64)) return `data:${type};base64,${base64}`;
  }
  const svg = textOf(data, "image/svg+xml");
  return svg === undefined ? undefined : `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.toWellFormed())}`;
}

/** Picks a form of an output. */
export function chooseOutput(data: MimeBundle): Choice {
  const hidesHtml = "text/html" in data;
  const plain = textOf(data, "text/plain");
  const source = imageOf(data);
  const words = plain ?? "Image";
  if (source !== undefined) return { shown: { kind: "image", source, words }, hidesHtml: false };
  const markdown = textOf(data, "text/markdown");
  if (markdown !== undefined) return { shown: { kind: "markdown", text: markdown }, hidesHtml };
  const text = plain ?? textOf(data, "text/latex");
  if (text !== undefined) return { shown: { kind: "text", text }, hidesHtml };
  const json = data["application/json"];
  if (json !== undefined) return { shown: { kind: "text", text: JSON.stringify(json, null, 2) }, hidesHtml };
  const types = Object.keys(data).filter((type) => type !== "text/html");
  return {
    shown: { kind: "none", words: types.length > 0 ? `${types.join(", ")} cannot be shown here` : "" },
    hidesHtml,
  };
}
