/** A menu at the pointer, until something is chosen or the user goes elsewhere. */

export interface MenuChoice {
  readonly label: string;
  run(): void;
}

export function showMenu(x: number, y: number, choices: readonly MenuChoice[]): void {
  const before = document.activeElement;
  const menu = document.createElement("div");
  menu.className = "menu";
  menu.setAttribute("role", "menu");
  const over = new AbortController();
  const close = () => {
    over.abort();
    menu.remove();
    if (before instanceof HTMLElement) before.focus();
  };
  for (const { label, run } of choices) {
    const choice = document.createElement("button");
    choice.type = "button";
    choice.setAttribute("role", "menuitem");
    choice.textContent = label;
    choice.addEventListener("click", () => {
      close();
      run();
    });
    menu.append(choice);
  }
  document.body.append(menu);
  menu.style.left = `${Math.min(x, innerWidth - menu.offsetWidth - 4)}px`;
  menu.style.top = `${Math.min(y, innerHeight - menu.offsetHeight - 4)}px`;
  menu.querySelector("button")?.focus();
  const { signal } = over;
  addEventListener("keydown", (event) => (event.key === "Escape" ? close() : undefined), { signal });
  addEventListener(
    "pointerdown",
    ({ target }) => {
      if (!(target instanceof Node && menu.contains(target))) close();
    },
    { signal },
  );
}
