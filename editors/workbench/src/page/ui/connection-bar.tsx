/** Shown while there is no connection to the host. Offers unsaved text to copy or download. */
import { useApp } from "../app-parts.js";
import { unsavedTexts } from "../documents/unsaved-texts.js";
import { CopyOrDownload } from "./copy-or-download.js";

const messages = {
  connecting: undefined,
  open: undefined,
  lost: "Connection to Tandem lost. Reconnecting… You can't type until the connection is back.",
  replaced: "This page is now active in another tab. Reload to use it here.",
  refused: "Tandem no longer recognises this page. Open a new link from the terminal where Tandem is running.",
  ended: "Tandem has stopped. Restart it and open the link it prints.",
} as const;

export function ConnectionBar() {
  const { connection, panes, store } = useApp();
  const state = connection.state.value;
  const message = messages[state];
  const texts = connection.isAway.value ? unsavedTexts(panes, store) : [];
  return (
    <div role="alert" data-testid="connection">
      {message && <p class={`connection-bar${state === "lost" ? "" : " ended"}`}>{message}</p>}
      {texts.length > 0 && (
        <ul class="draft-list" aria-label="Unsaved changes">
          {texts.map(({ path, label, isReview, text }) => (
            <li key={`${path} ${isReview}`} data-testid="unsaved-text" data-path={path}>
              <span class="draft-name" title={path}>
                {label}
              </span>
              <span class="muted">{isReview ? "your edits to a proposal" : "unsaved"}</span>
              <CopyOrDownload label={label} text={async () => text()} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
