/** All keys, from the one table of commands. */
import { useApp } from "../app-parts.js";
import type { Command, CommandGroup } from "../commands/command.js";
import { KeyHint } from "../ui/key-hint.js";
import { Modal } from "./modal.js";

const groups: readonly CommandGroup[] = ["Review", "Claude", "Files", "Editor", "Notebook", "Tabs", "View"];
/** Go to tab 2 to 9 are like the first one. */
const isLikeAnother = (id: string) => /^tab\.[2-9]$/.test(id);

export function KeyboardDialog({ onClose }: { onClose(): void }) {
  const { commands } = useApp();
  const withKeys = commands.filter(({ id, keys }) => keys && !isLikeAnother(id));
  return (
    <Modal label="Keyboard shortcuts" className="wide" testId="keyboard-dialog" onClose={onClose}>
      <h2>Keyboard shortcuts</h2>
      <div class="keyboard-groups">
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
      <p class="muted keyboard-note">
        In an editor Tab indents. Press Escape and then Tab to leave it, or <KeyHint keys="F6" /> for the next part of
        the page. In the terminal all keys are Claude's but <KeyHint keys="Ctrl-`" />, <KeyHint keys="F6" /> and{" "}
        <KeyHint keys="Alt-r" />.
      </p>
      <div class="buttons">
        <button type="button" class="button" onClick={onClose}>
          Close
        </button>
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
