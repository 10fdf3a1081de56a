/** The context menu. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { useApp } from "../app-parts.js";
import { KeyHint } from "./key-hint.js";

/** The smallest distance to the window's edges. */
const margin = 6;

export function Menu() {
  const { store } = useApp();
  const list = useRef<HTMLDivElement>(null);
  const menu = store.menu.value;

  useLayoutEffect(() => {
    const element = list.current;
    if (!menu || !element) return;
    element.style.left = `${Math.max(margin, Math.min(menu.x, innerWidth - element.offsetWidth - margin))}px`;
    element.style.top = `${Math.max(margin, Math.min(menu.y, innerHeight - element.offsetHeight - margin))}px`;
    element.querySelector("button")?.focus();
  }, [menu]);

  if (!menu) return null;
  const close = () => {
    store.menu.value = undefined;
    menu.owner?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const index = buttons.findIndex((button) => button.matches(":focus"));
    const targets: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 };
    const target = targets[event.key];
    if (target !== undefined) buttons.at(target % buttons.length)?.focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div class="menu-backdrop" aria-hidden="true" onPointerDown={close} />
      <div
        ref={list}
        class="menu"
        role="menu"
        aria-label={menu.label}
        tabIndex={-1}
        data-testid="menu"
        onKeyDown={onKeyDown}
      >
        {menu.isTitled && (
          <div class="menu-title" aria-hidden="true">
            {menu.label}
          </div>
        )}
        {menu.items.map((item) => (
          <button
            key={item.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            onClick={() => {
              close();
              item.run();
            }}
          >
            <span>{item.label}</span>
            {item.keys && <KeyHint keys={item.keys} />}
          </button>
        ))}
      </div>
    </>
  );
}
