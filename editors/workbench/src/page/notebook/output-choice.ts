/** Chooses the best representation of an output that is safe to show. Pure. */
import type { MimeBundle } from "@tandem-ide/workspace/notebook";

type ShownOutput =
  | { readonly kind: "image"; readonly source: string; readonly label: string }
  | { readonly kind: "markdown" | "text"; readonly text: string }
  | { readonly kind: "none"; readonly label: string };

export interface Choice {
  readonly shown: ShownOutput;
  /** The output also has HTML, which isn't shown because it could contain scripts. */
  readonly hidesHtml: boolean;
}

const images = ["image/png", "image/jpeg", "image/gif", "image/webp"];

function textOf(data: MimeBundle, type: string): string | undefined {
  const content = data[type];
  return typeof content === "string" ? content : undefined;
}

/** Scripts and links in an SVG don't work when it is shown as an image. */
function imageOf(data: MimeBundle): string | undefined {
  for (const type of images) {
    const base64 = textOf(data, type)?.replace(/\s/g, "");
    if (base64 !== undefined && /^[\w+/]+=*$/.test(base64)) return `data:${type};base64,${base64}`;
  }
  const svg = textOf(data, "image/svg+xml");
  return svg === undefined ? undefined : `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.toWellFormed())}`;
}

export function chooseOutput(data: MimeBundle): Choice {
  const hidesHtml = "text/html" in data;
  const plain = textOf(data, "text/plain");
  const source = imageOf(data);
  const label = plain ?? "Image";
  if (source !== undefined) return { shown: { kind: "image", source, label }, hidesHtml: false };
  const markdown = textOf(data, "text/markdown");
  if (markdown !== undefined) return { shown: { kind: "markdown", text: markdown }, hidesHtml };
  const text = plain ?? textOf(data, "text/latex");
  if (text !== undefined) return { shown: { kind: "text", text }, hidesHtml };
  const json = data["application/json"];
  if (json !== undefined) return { shown: { kind: "text", text: JSON.stringify(json, null, 2) }, hidesHtml };
  const types = Object.keys(data).filter((type) => type !== "text/html");
  return {
    shown: { kind: "none", label: types.length > 0 ? `Can't show output of type ${types.join(", ")}` : "" },
    hidesHtml,
  };
}
