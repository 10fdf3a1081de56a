/** A button for a command of the table: its title and its key come from there. */
import { useApp } from "../app-parts.js";
import { Icon, type IconName } from "./icons.js";
import { titleWithKey } from "./key-hint.js";

export interface CommandButtonProps {
  readonly command: string;
  readonly icon: IconName;
  readonly label?: string;
  readonly testId?: string;
}

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
