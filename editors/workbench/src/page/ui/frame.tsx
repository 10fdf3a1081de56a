/** The page: title bar, sidebar, editor groups, panels, status bar, and everything that floats above them. */
import { useApp } from "../app-parts.js";
import { Dialogs } from "../dialogs/dialogs.js";
import { ProblemsPanel } from "../language/problems-panel.js";
import { sidebarSignal } from "../layout/sidebar-state.js";
import { TerminalPart } from "../terminal/terminal-part.js";
import { CodePermission } from "./code-permission.js";
import { ConnectionBar } from "./connection-bar.js";
import { Divider } from "./divider.js";
import { DraftBar } from "./draft-bar.js";
import { Groups } from "./groups.js";
import { Menu } from "./menu.js";
import { Sidebar } from "./sidebar.js";
import { StatusBar } from "./status-bar.js";
import { TitleBar } from "./title-bar.js";
import { ToastList } from "./toast-list.js";

export function Frame() {
  const { preferences, store } = useApp();
  const isSidebarOpen = sidebarSignal({ ...store, ...preferences }).value;
  return (
    <div class="frame" data-sidebar={isSidebarOpen ? "open" : "closed"}>
      <TitleBar />
      <ConnectionBar />
      <DraftBar />
      <div class="work">
        {isSidebarOpen && (
          <Sidebar width={preferences.sidebarWidth.value}>
            <Divider
              label="Resize sidebar"
              orientation="vertical"
              value={preferences.sidebarWidth}
              min={160}
              max={800}
              step={16}
              valueAt={(event) => event.clientX}
            />
          </Sidebar>
        )}
        <main class="centre">
          <Groups />
          <ProblemsPanel />
          {store.isTerminalOpen.value && <TerminalPart />}
          <Menu />
        </main>
      </div>
      <StatusBar />
      <div class="corner">
        <ToastList />
        <CodePermission />
      </div>
      <Dialogs />
    </div>
  );
}
