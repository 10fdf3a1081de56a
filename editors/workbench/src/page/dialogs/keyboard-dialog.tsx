/** Lists all keyboard shortcuts. */
import { useApp } from "../app-parts.js";
import type { Command, CommandGroup } from "../commands/command.js";
import { localKeys } from "../commands/local-keys.js";
import { Button } from "../ui/button.js";
import { KeyHint } from "../ui/key-hint.js";
import { Modal } from "./modal.js";

const groups: readonly CommandGroup[] = ["Review", "Changes", "Claude", "Files", "Editor", "Notebook", "Tabs", "View"];
/** "Go to tab 1 … 9" is one row. */
const isListedElsewhere = (id: string) => /^tab\.[2-9]$/.test(id);

export function KeyboardDialog({ onClose }: { onClose(): void }) {
  const { commands } = useApp();
  const withKeys = commands.filter(({ id, keys }) => keys && !isListedElsewhere(id));
  return (
    <Modal title="Keyboard shortcuts" className="wide" testId="keyboard-dialog" onClose={onClose}>
      <div class="keyboard-groups" data-testid="keyboard-commands">
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {withKeys
                .filter((command) => command.group === group)
                .map((command) => (
                  <KeyRow key={command.id} command={command} />
                ))}
            </dl>
          </section>
        ))}
      </div>
      <div class="keyboard-groups" data-testid="keyboard-parts">
        {localKeys.map(({ part, rows }) => (
          <section key={part}>
            <h3>{part}</h3>
            <dl>
              {rows.map(([title, ...keys]) => (
                <div key={title} class="key-row">
                  <dt>{title}</dt>
                  <dd>
                    {keys.map((key) => (
                      <KeyHint key={key} keys={key} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p class="muted keyboard-note">
        In an editor, Tab indents. To leave the editor, press Escape and then Tab, or <KeyHint keys="F6" /> to focus the
        next part of the page. The terminal gets all keys except <KeyHint keys="Ctrl-`" />, <KeyHint keys="F6" /> and{" "}
        <KeyHint keys="Alt-r" />.
      </p>
      <div class="buttons">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Modal>
  );
}

function KeyRow({ command }: { readonly command: Command }) {
  return (
    <div class="key-row">
      <dt>{command.id === "tab.1" ? "Go to tab 1 … 9" : command.title}</dt>
      <dd>
        {command.keys?.map((key) => (
          <KeyHint key={key} keys={key} />
        ))}
        {command.id === "tab.1" && (
          <>
            … <KeyHint keys="Alt-9" />
          </>
        )}
      </dd>
    </div>
  );
}
