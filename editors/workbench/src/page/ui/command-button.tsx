/** A button for a command of the table: its title and its key come from there. */
import { useApp } from "../app-parts.js";
import { titleWithKey } from "../core/key-titles.js";
import { Icon, type IconName } from "./icons.js";

/** Which command, and how it is drawn. */
export interface CommandButtonProps {
  readonly command: string;
  readonly icon: IconName;
  readonly label?: string;
  readonly testId?: string;
}

/** A button without words; its title has them. */
export function CommandButton({ command: id, icon, label, testId }: CommandButtonProps) {
  const { commands } = useApp();
  const command = commands.find((each) => each.id === id);
  if (!command) return null;
  const title = titleWithKey(label ?? command.title, command.keys?.[0]);
  return (
    <button
      type="button"
      class="icon-button"
      title={title}
      aria-label={label ?? command.title}
      data-testid={testId}
      onClick={() => command.run()}
    >
      <Icon name={icon} />
    </button>
  );
}
