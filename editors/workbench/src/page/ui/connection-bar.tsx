/** Says that the host is not there, and gives the user what was typed and is on no disk. */
import { useApp } from "../app-parts.js";
import { type TypedText, typedTexts } from "../documents/typed-texts.js";
import { TakeAway } from "./take-away.js";

export function ConnectionBar() {
  const { connection, panes, store } = useApp();
  const state = connection.state.value;
  const texts = connection.isAway.value ? typedTexts(panes, store) : [];
  return (
    <div role="alert" data-testid="connection">
      {state === "lost" && (
        <p class="connection-bar">Connection to Tandem lost, trying again… You cannot type until it is back.</p>
      )}
      {state === "replaced" && (
        <p class="connection-bar ended">Another connection of this page took over. Reload to work here.</p>
      )}
      {state === "refused" && (
        <p class="connection-bar ended">
          Tandem does not know this page any more. Open a new link from the terminal where it runs.
        </p>
      )}
      {state === "ended" && (
        <p class="connection-bar ended">Tandem has ended. Start it again, and open the link that it prints.</p>
      )}
      {texts.length > 0 && <UnsavedTexts texts={texts} />}
    </div>
  );
}

function UnsavedTexts({ texts }: { readonly texts: readonly TypedText[] }) {
  return (
    <ul class="kept-texts" aria-label="Text that is not saved">
      {texts.map(({ path, label, isReview, text }) => (
        <li key={`${path} ${isReview}`} data-testid="unsaved-text" data-path={path}>
          <span class="kept-name" title={path}>
            {label}
          </span>
          <span class="muted">{isReview ? "your edits to a proposal" : "not saved"}</span>
          <TakeAway label={label} text={async () => text()} />
        </li>
      ))}
    </ul>
  );
}
