/** The files of the built page. Only files listed at the start are served, by exact path, so no path leads outside. */
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const compress = promisify(gzip);

const text = (type: string) => ({ type: `${type}; charset=utf-8`, isCompressible: true });
const binary = (type: string) => ({ type, isCompressible: false });
const types: Readonly<Record<string, { readonly type: string; readonly isCompressible: boolean }>> = {
  ".js": text("text/javascript"),
  ".css": text("text/css"),
  ".html": text("text/html"),
  ".svg": text("image/svg+xml"),
  ".json": text("application/json"),
  ".map": text("application/json"),
  ".webmanifest": text("application/manifest+json"),
  ".txt": text("text/plain"),
  ".wasm": { type: "application/wasm", isCompressible: true },
  ".png": binary("image/png"),
  ".ico": binary("image/x-icon"),
  ".woff2": binary("font/woff2"),
};

export interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
  /** Set for files that are worth compressing. */
  readonly gzipped: Buffer | undefined;
  /** Whether the name changes with the content. */
  readonly isHashed: boolean;
}

export class PageFiles {
  /** index.html, with its placeholders. */
  readonly index: string;
  /** URL paths and the files that they name. */
  readonly #paths: ReadonlyMap<string, string>;
  /** Caches every requested file; a page is small. */
  readonly #read = new Map<string, Promise<PageFile>>();

  private constructor(index: string, paths: ReadonlyMap<string, string>) {
    this.index = index;
    this.#paths = paths;
  }

  static async of(folder: string): Promise<PageFiles> {
    let index: string;
    try {
      index = await readFile(join(folder, "index.html"), "utf8");
    } catch (error) {
      throw new Error("The page isn't built. Run `npm run build`.", { cause: error });
    }
    const entries = await readdir(folder, { withFileTypes: true, recursive: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const paths = files.map((file) => [`/${relative(folder, file).split(sep).join("/")}`, file] as const);
    return new PageFiles(index, new Map(paths.filter(([path]) => path !== "/index.html")));
  }

  /** Returns undefined if there is no such file, or it has since been deleted. */
  async find(path: string): Promise<PageFile | undefined> {
    const file = this.#paths.get(path);
    if (file === undefined) return undefined;
    const reading = this.#read.get(path) ?? read(file, path.startsWith("/assets/"));
    this.#read.set(path, reading);
    try {
      return await reading;
    } catch {
      this.#read.delete(path);
      return undefined;
    }
  }
}

async function read(file: string, isHashed: boolean): Promise<PageFile> {
  const { type, isCompressible } = types[extname(file)] ?? binary("application/octet-stream");
  const bytes = await readFile(file);
  const gzipped = isCompressible && bytes.length > 1024 ? await compress(bytes) : undefined;
  return { type, bytes, gzipped, isHashed };
}
