import { open } from "node:fs/promises";

/** Reads the first bytes of a file as text. Returns "" when the file can't be read. */
export async function readHead(path: string, bytes: number, encoding: "utf8" | "latin1"): Promise<string> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
      return buffer.toString(encoding, 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    return "";
  }
}
