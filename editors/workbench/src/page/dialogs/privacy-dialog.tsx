/** Lists the rules that hide files from Claude. */
import { useEffect, useState } from "preact/hooks";
import type { PrivacyRules } from "../../messages.js";
import { useApp } from "../app-parts.js";
import { Button } from "../ui/button.js";
import { Modal } from "./modal.js";

export function PrivacyDialog({ onClose }: { onClose(): void }) {
  const { connection, sharing, layout, toasts } = useApp();
  const [rules, setRules] = useState<PrivacyRules>();
  useEffect(() => {
    connection.request("privacy.rules", {}).then(setRules, (error: unknown) => toasts.showError(error));
  }, [connection, toasts]);
  const editRules = (folder: string) => () => {
    onClose();
    void sharing.editRules(folder);
  };
  const { active } = layout;
  return (
    <Modal title="Hidden files" className="wide" testId="privacy-dialog" onClose={onClose}>
      <p class="muted">
        Tandem doesn't share the names or contents of these files, or selections in them. Claude Code can still read
        them on its own; to prevent that, change its permissions.
      </p>
      {active?.kind === "file" && (
        <p class={`answer${active.hidden === undefined ? "" : " hidden"}`} data-testid="privacy-answer">
          {active.hidden === undefined
            ? `${active.label} is visible to Claude.`
            : `${active.label} is hidden from Claude: ${active.hidden}`}
        </p>
      )}
      {rules && (
        <>
          <RuleList title="Built-in" rules={rules.builtIn} />
          <RuleList title="Settings" rules={rules.settings} />
          {rules.folders.map(({ folder, file, text }) => (
            <section key={folder} class="rules">
              <h3 title={file}>
                {file}
                <Button onClick={editRules(folder)}>{text === undefined ? "Create" : "Edit"}</Button>
              </h3>
              {text !== undefined && text.trim() !== "" && <pre>{text}</pre>}
            </section>
          ))}
        </>
      )}
      <div class="buttons">
        <Button onClick={onClose}>Close</Button>
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
