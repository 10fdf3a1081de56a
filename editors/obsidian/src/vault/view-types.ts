/** Finds Obsidian's view for a file type. */
import type { App } from "obsidian";
import { callMethod, propertyOf } from "../untyped-values.js";

/** Obsidian's built-in views, in case its internal registry is not available. */
const ownTypes: Readonly<Record<string, string>> = {
  markdown: "md",
  canvas: "canvas",
  bases: "base",
  image: "bmp png jpg jpeg gif svg webp avif",
  audio: "mp3 wav m4a 3gp flac ogg oga opus",
  video: "mp4 webm ogv mov mkv",
  pdf: "pdf",
};

const typeOfExtension = new Map(
  Object.entries(ownTypes).flatMap(([type, endings]) => endings.split(" ").map((each) => [each, type] as const)),
);

/**
 * Returns the view type for a file extension, or undefined. Obsidian opens files without a view in another program, which
 * may run a script.
 */
export function viewTypeOf(app: App, extension: string): string | undefined {
  const registry = propertyOf(app, "viewRegistry");
  if (registry === undefined) return typeOfExtension.get(extension.toLowerCase());
  const type = callMethod(registry, "getTypeByExtension", extension.toLowerCase());
  return typeof type === "string" ? type : undefined;
}
