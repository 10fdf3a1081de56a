/** The application menu. */
import type { BrowserWindow, Electron, MenuEntry } from "./electron.js";

export interface MenuActions {
  newWindow(): void;
  openFolder(): void;
  save(window: BrowserWindow): void;
  closeTab(window: BrowserWindow): void;
  showChanges(window: BrowserWindow): void;
  showReviews(window: BrowserWindow): void;
  showDecisions(window: BrowserWindow): void;
  restartConnection(): void;
}

export function setMenu({ Menu }: Electron, actions: MenuActions): void {
  const inWindow =
    (run: (window: BrowserWindow) => void): NonNullable<MenuEntry["click"]> =>
    (_entry, window) => {
      if (window) run(window);
    };
  const template: MenuEntry[] = [
    {
      label: "File",
      submenu: [
        { label: "New Window", accelerator: "CmdOrCtrl+Shift+N", click: () => actions.newWindow() },
        { label: "Open Folder…", accelerator: "CmdOrCtrl+O", click: () => actions.openFolder() },
        { label: "Save", accelerator: "CmdOrCtrl+S", click: inWindow(actions.save) },
        { label: "Close Tab", accelerator: "CmdOrCtrl+W", click: inWindow(actions.closeTab) },
        { type: "separator" },
        { role: "quit" },
      ],
    },
    { role: "editMenu" },
    { role: "viewMenu" },
    {
      label: "Claude",
      submenu: [
        { label: "Waiting Reviews", click: inWindow(actions.showReviews) },
        { label: "Past Decisions", click: inWindow(actions.showDecisions) },
        { label: "Changes on Disk", accelerator: "CmdOrCtrl+Shift+G", click: inWindow(actions.showChanges) },
        { label: "Restart Connection", click: () => actions.restartConnection() },
      ],
    },
    { role: "windowMenu" },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
