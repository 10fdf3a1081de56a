/** The workspace, the button to find files, and buttons for the parts of the page. */
import { useApp } from "../app-parts.js";
import type { ThemeChoice } from "../core/preferences.js";
import { sidebarSignal } from "../layout/sidebar-state.js";
import { IconButton } from "./button.js";
import { CommandButton } from "./command-button.js";
import { Icon } from "./icons.js";
import { KeyHint } from "./key-hint.js";

const nextTheme: Record<ThemeChoice, ThemeChoice> = { system: "light", light: "dark", dark: "system" };
const themeIcons = { system: "system", light: "sun", dark: "moon" } as const;

export function TitleBar() {
  const { store, preferences } = useApp();
  const model = store.model.value;
  const theme = preferences.theme.value;
  const isSidebarOpen = sidebarSignal({ ...store, ...preferences }).value;
  const pending = model?.tabs.filter((tab) => tab.kind === "review").length ?? 0;
  const name = model?.folders.map((folder) => folder.name).join(", ") ?? "";
  return (
    <header class="title-bar">
      <div class="title-start">
        <CommandButton command="sidebar.toggle" icon="sidebar" />
        {pending > 0 && !isSidebarOpen && (
          <span class="badge" title="Pending reviews">
            {pending}
          </span>
        )}
        <h1 class="brand">Tandem</h1>
        <span class="workspace-name">{name}</span>
      </div>
      <button
        type="button"
        class="go-to-file"
        data-testid="go-to-file"
        onClick={() => {
          store.dialog.value = { kind: "quick-open", text: "" };
        }}
      >
        <Icon name="search" />
        <span>Go to file</span>
        <KeyHint keys="Mod-p" />
      </button>
      <div class="title-end">
        {model?.hasTerminal && <CommandButton command="terminal.toggle" icon="terminal" testId="terminal-toggle" />}
        <CommandButton command="review.decisions.show" icon="review" />
        <CommandButton command="privacy.show" icon="eye" />
        <CommandButton command="keyboard.show" icon="keyboard" />
        <IconButton
          icon={themeIcons[theme]}
          label={`Theme: ${theme}. Switch to ${nextTheme[theme]}`}
          testId="theme"
          onClick={() => {
            preferences.theme.value = nextTheme[theme];
          }}
        />
      </div>
    </header>
  );
}
