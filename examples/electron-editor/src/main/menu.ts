/** The menu of the application. */
import type { Electron, MenuEntry } from "./electron.js";

export interface MenuActions {
  newWindow(): void;
  openFolder(): void;
  save(): void;
  closeTab(): void;
  restartConnection(): void;
}

export function setMenu({ Menu }: Electron, actions: MenuActions): void {
  const template: MenuEntry[] = [
    {
      label: "File",
      submenu: [
        { label: "New Window", accelerator: "CmdOrCtrl+Shift+N", click: actions.newWindow },
        { label: "Open Folder…", accelerator: "CmdOrCtrl+O", click: actions.openFolder },
        { label: "Save", accelerator: "CmdOrCtrl+S", click: actions.save },
        { label: "Close Tab", accelerator: "CmdOrCtrl+W", click: actions.closeTab },
        { type: "separator" },
        { role: "quit" },
      ],
    },
    { role: "editMenu" },
    { role: "viewMenu" },
    { label: "Claude", submenu: [{ label: "Restart the Connection", click: actions.restartConnection }] },
    { role: "windowMenu" },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
