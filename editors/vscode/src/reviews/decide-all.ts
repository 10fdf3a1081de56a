/** Accepts or rejects all pending reviews of a session. */
import { displayName } from "@tandem-ide/protocol";
import type { ClientInfo, Endpoint } from "@tandem-ide/server";
import * as vscode from "vscode";
import { askInDialog, showInformation, showWarning } from "../messages.js";
import { sessionName } from "./review-tree.js";
import type { Reviews } from "./reviews.js";

/** Returns the session of the shown review, or the one that the user chooses. */
async function chooseSession({ pending, current }: Reviews): Promise<ClientInfo | undefined> {
  if (current && !current.isClosed) return current.review.client;
  const clients = [...new Map(pending.map(({ review: { client } }) => [client.id, client])).values()];
  if (clients.length < 2) return clients[0];
  const items = clients.map((client) => ({ label: displayName(sessionName(client)), client }));
  const placeHolder = vscode.l10n.t("Choose a session");
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.client;
}

function question(isAccepted: boolean, count: number, session: string): string {
  const { t } = vscode.l10n;
  return isAccepted
    ? t("Accept {0} reviews from {1}? Changes that you haven't decided on are accepted too.", count, session)
    : t("Reject {0} reviews from {1}?", count, session);
}

export async function decideAll(
  reviews: Reviews,
  endpoint: Endpoint | undefined,
  isAccepted: boolean,
  session?: ClientInfo,
): Promise<void> {
  const { t } = vscode.l10n;
  // The user has closed these, so they aren't accepted with the others.
  reviews.rejectClosed();
  const client = session ?? (await chooseSession(reviews));
  const own = () => reviews.pending.filter(({ review }) => review.client.id === client?.id);
  const asked = own();
  if (!client || !endpoint || asked.length === 0) return void showInformation(t("No pending reviews."));
  const action = isAccepted ? t("Accept All") : t("Reject All");
  if (asked.length > 1 && !(await askInDialog(question(isAccepted, asked.length, sessionName(client)), action))) return;
  await Promise.all(asked.map((shown) => shown.settled()));
  if (own().some((shown) => !asked.includes(shown)))
    return void showWarning(t("Another review has arrived. Check it, then choose again."));
  const [left] = endpoint.decideReviews(isAccepted, client.id);
  const reason = left?.whyNotAcceptable();
  if (reason !== undefined) void showWarning(reason);
}
