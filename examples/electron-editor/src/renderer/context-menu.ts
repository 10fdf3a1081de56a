/** A context menu at the pointer. */

export interface MenuChoice {
  readonly label: string;
  run(): void;
}

/** Shows a menu as a popover, which the browser closes on Escape or a click elsewhere. */
export function showMenu(x: number, y: number, choices: readonly MenuChoice[]): void {
  const menu = document.createElement("div");
  menu.className = "menu";
  menu.popover = "auto";
  menu.setAttribute("role", "menu");
  for (const { label, run } of choices) {
    const choice = document.createElement("button");
    choice.type = "button";
    choice.setAttribute("role", "menuitem");
    choice.textContent = label;
    choice.addEventListener("click", () => {
      menu.hidePopover();
      run();
    });
    menu.append(choice);
  }
  menu.addEventListener("toggle", ({ newState }) => newState === "closed" && menu.remove());
  document.body.append(menu);
  menu.showPopover();
  menu.style.left = `${Math.min(x, innerWidth - menu.offsetWidth - 4)}px`;
  menu.style.top = `${Math.min(y, innerHeight - menu.offsetHeight - 4)}px`;
  menu.querySelector("button")?.focus();
}
