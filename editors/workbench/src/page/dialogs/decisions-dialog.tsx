/** Lists how the last reviews ended, with the settings for reviews. */
import { agentName, feedbackPrompt, type ReviewRecord } from "@tandem-ide/base/review";
import { useEffect, useState } from "preact/hooks";
import { useApp } from "../app-parts.js";
import { shortPath } from "../core/paths.js";
import { Button, IconButton } from "../ui/button.js";
import { Modal } from "./modal.js";

export function DecisionsDialog({ onClose }: { onClose(): void }) {
  const { connection, preferences, store, toasts } = useApp();
  const [records, setRecords] = useState<readonly ReviewRecord[]>();
  useEffect(() => {
    const load = () =>
      void connection.request("review.records", {}).then(setRecords, (error: unknown) => toasts.showError(error));
    load();
    return connection.on("review.ended", load);
  }, [connection, toasts]);
  return (
    <Modal title="Past decisions and settings" className="wide" testId="decisions-dialog" onClose={onClose}>
      <label class="setting">
        <input
          type="checkbox"
          checked={preferences.opensNextReview.value}
          onChange={(event) => {
            preferences.opensNextReview.value = event.currentTarget.checked;
          }}
        />
        Open the next pending review after a decision
      </label>
      <NotificationSettings />
      {records?.length === 0 && <p class="muted">No reviews decided since Tandem started.</p>}
      {records && records.length > 0 && (
        <table class="decisions">
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">File</th>
              <th scope="col">Agent</th>
              <th scope="col">Outcome</th>
            </tr>
          </thead>
          <tbody>
            {records.map((record) => (
              <tr key={record.id} data-testid="decision">
                <td>{timeOf(record.endedAt)}</td>
                <td title={record.path}>{shortPath(record.path, store.model.value)}</td>
                <td>{`${agentName(record.client.name)} ${record.client.version}`}</td>
                <td>
                  {outcomeOf(record)}
                  <Said record={record} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div class="buttons">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Modal>
  );
}

/** What the user wrote, with a button to copy it for the agent. */
function Said({ record }: { readonly record: ReviewRecord }) {
  const { sharing, store } = useApp();
  const { feedback, outcome, path } = record;
  const name = shortPath(path, store.model.value);
  const text = feedback && feedbackPrompt(name, outcome === "accepted" ? "accepted" : "rejected", feedback);
  if (text === undefined) return null;
  const count = feedback?.comments.length ?? 0;
  return (
    <div class="muted said">
      {feedback?.reason}
      {count > 0 && ` ${count} ${count === 1 ? "comment" : "comments"}`}
      <IconButton
        icon="copy"
        label={`Copy your message about ${name}`}
        onClick={() => void sharing.copy(text, "your message")}
      />
    </div>
  );
}

function timeOf(time: number): string {
  return new Date(time).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
}

function outcomeOf({ outcome, isWritten }: ReviewRecord): string {
  if (outcome === "rejected") return "Rejected";
  if (outcome === "withdrawn") return "Withdrawn";
  return isWritten === false ? "Accepted, not written" : "Accepted";
}

function NotificationSettings() {
  const { notifications } = useApp().preferences;
  const choice = notifications.value;
  return (
    <>
      <label class="setting">
        <input
          type="checkbox"
          checked={choice !== "off"}
          onChange={(event) => {
            notifications.value = event.currentTarget.checked ? "on" : "off";
          }}
        />
        Show a desktop notification when a review arrives and Tandem isn't focused
      </label>
      <label class="setting nested">
        <input
          type="checkbox"
          disabled={choice === "off"}
          checked={choice === "with-file-names"}
          onChange={(event) => {
            notifications.value = event.currentTarget.checked ? "with-file-names" : "on";
          }}
        />
        Show the file's name in the notification
      </label>
    </>
  );
}
