/** An adapter with files on the real disk, for Claude Code. The emulation's own adapter keeps them in memory. */
import { readFileSync, statSync } from "node:fs";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { FileSystemAdapter } from "obsidian-test-mocks/obsidian";

export class DiskAdapter extends FileSystemAdapter {
  /** The paths that Obsidian itself has written, for tests of what it must not write. */
  readonly written: string[] = [];

  constructor(folder: string) {
    super(folder);
  }

  override getFullPath(path: string): string {
    return join(this.getBasePath(), path);
  }

  override async read(path: string): Promise<string> {
    return await readFile(this.getFullPath(path), "utf8");
  }

  override readSync__(path: string): string {
    return readFileSync(this.getFullPath(path), "utf8");
  }

  override async write(path: string, data: string): Promise<void> {
    this.written.push(path);
    await mkdir(dirname(this.getFullPath(path)), { recursive: true });
    await writeFile(this.getFullPath(path), data);
  }

  override async exists(path: string): Promise<boolean> {
    return await stat(this.getFullPath(path)).then(
      () => true,
      () => false,
    );
  }

  override async remove(path: string): Promise<void> {
    await rm(this.getFullPath(path));
  }

  override async rename(path: string, to: string): Promise<void> {
    await rename(this.getFullPath(path), this.getFullPath(to));
  }

  /** Times in whole milliseconds, as in Obsidian. */
  facts(path: string): { ctime: number; mtime: number; size: number } {
    const { ctimeMs, mtimeMs, size } = statSync(this.getFullPath(path));
    return { ctime: Math.floor(ctimeMs), mtime: Math.floor(mtimeMs), size };
  }
}
