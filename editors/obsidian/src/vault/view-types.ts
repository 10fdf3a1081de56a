/** Which view Obsidian has for a kind of file. */
import type { App } from "obsidian";
import { callMethod, propertyOf } from "../unknown-values.js";

/** What Obsidian shows by itself, for the day when it no longer tells by the name used below. */
const ownTypes: Readonly<Record<string, string>> = {
  markdown: "md",
  canvas: "canvas",
  bases: "base",
  image: "bmp png jpg jpeg gif svg webp avif",
  audio: "mp3 wav m4a 3gp flac ogg oga opus",
  video: "mp4 webm ogv mov mkv",
  pdf: "pdf",
};

const typeOfEnding = new Map(
  Object.entries(ownTypes).flatMap(([type, endings]) => endings.split(" ").map((each) => [each, type] as const)),
);

/**
 * The type of the view for files with this ending, undefined when Obsidian has none. It matters: a file without a view is
 * handed to another program, and for a script that may mean to run it.
 */
export function viewTypeOf(app: App, ending: string): string | undefined {
  const registry = propertyOf(app, "viewRegistry");
  if (registry === undefined) return typeOfEnding.get(ending.toLowerCase());
  const type = callMethod(registry, "getTypeByExtension", ending.toLowerCase());
  return typeof type === "string" ? type : undefined;
}
