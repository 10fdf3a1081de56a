/** What Claude does not see, and why. */
import { useEffect, useState } from "preact/hooks";
import type { PrivacyRules } from "../../messages.js";
import { useApp } from "../app-parts.js";
import { Modal } from "./modal.js";

export function PrivacyDialog({ onClose }: { onClose(): void }) {
  const { connection, sharing, layout, toasts } = useApp();
  const [rules, setRules] = useState<PrivacyRules>();
  useEffect(() => {
    connection.request("privacy.rules", {}).then(setRules, (error: unknown) => toasts.showError(error));
  }, [connection, toasts]);
  const { active } = layout;
  return (
    <Modal label="What Claude does not see" className="wide" testId="privacy-dialog" onClose={onClose}>
      <h2>What Claude does not see</h2>
      <p class="muted">
        The selection, the name and the content of these files are not told through Tandem. Claude Code may still read
        files by itself: what it may read is set there.
      </p>
      {active?.kind === "file" && (
        <p class={`answer${active.withheld === undefined ? "" : " withheld"}`} data-testid="privacy-answer">
          {active.withheld === undefined
            ? `Claude sees ${active.label}.`
            : `Claude does not see ${active.label}: ${active.withheld}`}
        </p>
      )}
      {rules && (
        <>
          <RuleList title="Built in" rules={rules.builtIn} />
          <RuleList title="From the settings" rules={rules.settings} />
          {rules.folders.map(({ folder, file, text }) => (
            <section key={folder} class="rules">
              <h3 title={file}>
                {file}
                <button
                  type="button"
                  class="button"
                  onClick={() => {
                    onClose();
                    void sharing.editRules(folder);
                  }}
                >
                  {text === undefined ? "Create" : "Edit"}
                </button>
              </h3>
              {text !== undefined && text.trim() !== "" && <pre>{text}</pre>}
            </section>
          ))}
        </>
      )}
      <div class="buttons">
        <button type="button" class="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Modal>
  );
}

function RuleList({ title, rules }: { readonly title: string; readonly rules: readonly string[] }) {
  if (rules.length === 0) return null;
  return (
    <section class="rules">
      <h3>{title}</h3>
      <ul class="rule-list">
        {rules.map((rule) => (
          <li key={rule}>
            <code>{rule}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
