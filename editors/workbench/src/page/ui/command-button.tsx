/** An icon button for a command. Its label and key come from the command table. */
import { useApp } from "../app-parts.js";
import { IconButton } from "./button.js";
import type { IconName } from "./icons.js";

interface CommandButtonProps {
  readonly command: string;
  readonly icon: IconName;
  readonly testId?: string;
}

export function CommandButton({ command: id, icon, testId }: CommandButtonProps) {
  const command = useApp().commands.find((each) => each.id === id);
  if (!command) return null;
  const { title, keys } = command;
  return <IconButton icon={icon} label={title} keys={keys?.[0]} testId={testId} onClick={() => command.run()} />;
}
