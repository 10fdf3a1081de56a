/** Identifies a recorder in the store, by its process. A process can have several. */
import { randomBytes } from "node:crypto";
import { isOwnerRunning, ownerName } from "@tandem-ide/workspace/drafts";

export function newOwner(): string {
  return `${ownerName()}.${randomBytes(4).toString("hex")}`;
}

/** Replaces the owner in the name of a file that isn't used any more. */
export const noOwner = "left";

export function isRunning(owner: string): boolean {
  return isOwnerRunning(owner.split(".")[0] ?? "");
}
