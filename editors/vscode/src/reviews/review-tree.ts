/** The list of pending reviews: sessions, their proposals, and the changes in each. */

import { basename } from "node:path";
import { agentName, countHunks, describeCounts } from "@tandem-ide/base/review";
import { displayName } from "@tandem-ide/protocol";
import type { ClientInfo } from "@tandem-ide/server";
import * as vscode from "vscode";
import { reviewCount } from "../interface/counts.js";
import type { ListedHunk } from "./review-hunks.js";
import type { Reviews } from "./reviews.js";
import type { ShownReview } from "./shown-review.js";
import { TreeUpdates } from "./tree-updates.js";

export interface SessionNode {
  readonly client: ClientInfo;
}

export interface ReviewNode {
  readonly review: ShownReview;
}

export interface HunkNode extends ReviewNode {
  readonly hunk: ListedHunk;
}

type Node = SessionNode | ReviewNode | HunkNode;

export function sessionName({ name, pid }: ClientInfo): string {
  const shown = agentName(name);
  return pid === undefined ? shown : vscode.l10n.t("{0} (process {1})", shown, pid);
}

function sessionItem({ client }: SessionNode): vscode.TreeItem {
  const item = new vscode.TreeItem(displayName(sessionName(client)), vscode.TreeItemCollapsibleState.Expanded);
  item.id = client.id;
  item.contextValue = "session";
  item.iconPath = new vscode.ThemeIcon("terminal");
  return item;
}

function reviewItem({ review: shown }: ReviewNode): vscode.TreeItem {
  const { path, isNewFile, hunks } = shown.review;
  const item = new vscode.TreeItem(displayName(basename(path)), vscode.TreeItemCollapsibleState.Expanded);
  item.id = shown.id;
  item.resourceUri = vscode.Uri.file(path.toWellFormed());
  item.contextValue = "review";
  item.description = [
    ...(isNewFile ? [vscode.l10n.t("new file")] : []),
    ...shown.notes.map(({ short }) => short),
    describeCounts(countHunks(hunks)),
  ].join(", ");
  item.tooltip = [displayName(path), ...shown.notes.map(({ long }) => long)].join("\n");
  item.command = { command: "tandem.showReview", title: vscode.l10n.t("Show"), arguments: [{ review: shown }] };
  return item;
}

function hunkDescription({ newStart, added, removed, decision }: ListedHunk): string {
  const { t } = vscode.l10n;
  const facts = [newStart + 1, added, removed] as const;
  if (decision === "accepted") return t("line {0}: +{1} −{2}, accepted", ...facts);
  if (decision === "rejected") return t("line {0}: +{1} −{2}, rejected", ...facts);
  return t("line {0}: +{1} −{2}", ...facts);
}

const hunkIcons = { undecided: "diff", accepted: "check", rejected: "circle-slash" };

function hunkItem({ review, hunk }: HunkNode): vscode.TreeItem {
  const preview = hunk.preview === "" ? vscode.l10n.t("blank lines") : displayName(hunk.preview);
  const item = new vscode.TreeItem(preview, vscode.TreeItemCollapsibleState.None);
  item.description = hunkDescription(hunk);
  item.contextValue = `hunk.${hunk.decision}`;
  item.iconPath = new vscode.ThemeIcon(hunkIcons[hunk.decision]);
  item.command = { command: "tandem.showReview", title: vscode.l10n.t("Show"), arguments: [{ review, hunk }] };
  return item;
}

class ReviewTree implements vscode.TreeDataProvider<Node> {
  readonly #reviews: Reviews;
  /** VS Code identifies nodes by object, and loses the children of a node that is replaced. */
  readonly #sessions = new Map<string, SessionNode>();
  readonly #nodes = new WeakMap<ShownReview, ReviewNode>();
  readonly #requested: () => void;
  readonly onDidChangeTreeData: vscode.Event<undefined>;

  constructor(reviews: Reviews, changed: vscode.Event<undefined>, requested: () => void) {
    this.#reviews = reviews;
    this.onDidChangeTreeData = changed;
    this.#requested = requested;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if ("client" in node) return sessionItem(node);
    return "hunk" in node ? hunkItem(node) : reviewItem(node);
  }

  getChildren(node?: Node): Node[] {
    const { pending } = this.#reviews;
    this.#requested();
    if (!node) return this.#sessionsOf(pending);
    if ("client" in node)
      return pending
        .filter(({ review: { client } }) => client.id === node.client.id)
        .map((review) => this.#nodeOf(review));
    return "hunk" in node ? [] : node.review.hunks.map((hunk) => ({ review: node.review, hunk }));
  }

  #sessionsOf(pending: readonly ShownReview[]): SessionNode[] {
    const clients = new Map(pending.map(({ review: { client } }) => [client.id, client]));
    for (const id of this.#sessions.keys()) if (!clients.has(id)) this.#sessions.delete(id);
    for (const [id, client] of clients) if (!this.#sessions.has(id)) this.#sessions.set(id, { client });
    return [...this.#sessions.values()];
  }

  #nodeOf(review: ShownReview): ReviewNode {
    const node = this.#nodes.get(review) ?? { review };
    this.#nodes.set(review, node);
    return node;
  }
}

/** Shows the list, with the number of pending reviews as its badge. */
export function showReviewTree(reviews: Reviews): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  const tree = new ReviewTree(reviews, changed.event, () => updates.requested());
  const view = vscode.window.createTreeView("tandem.reviews", { treeDataProvider: tree });
  const updates = new TreeUpdates({
    draw: () => {
      const count = reviews.pending.length;
      view.badge = count === 0 ? undefined : { value: count, tooltip: reviewCount(count) };
      changed.fire(undefined);
    },
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
  return vscode.Disposable.from(
    view,
    changed,
    updates,
    reviews.onDidChange(() => updates.changed()),
    view.onDidChangeVisibility(({ visible }) => {
      if (visible) updates.shown();
    }),
  );
}
