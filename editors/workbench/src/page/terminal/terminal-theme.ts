/** The terminal's colours: the page's own, and sixteen ANSI colours that are readable on them. */
import type { ITheme } from "@xterm/xterm";

const onLight: ITheme = {
  black: "#22232b",
  red: "#b3261e",
  green: "#1a7f43",
  yellow: "#8a5a00",
  blue: "#2456c9",
  magenta: "#8a2fb0",
  cyan: "#0b7285",
  white: "#62646f",
  brightBlack: "#71737f",
  brightRed: "#c9392f",
  brightGreen: "#23924f",
  brightYellow: "#9c6a0b",
  brightBlue: "#3a68d8",
  brightMagenta: "#a045c6",
  brightCyan: "#128598",
  brightWhite: "#3a3b45",
};
const onDark: ITheme = {
  black: "#3a3c49",
  red: "#ff8a80",
  green: "#6fd896",
  yellow: "#f0c060",
  blue: "#86b4ff",
  magenta: "#c79bff",
  cyan: "#74d3df",
  white: "#dcdde6",
  brightBlack: "#8386a0",
  brightRed: "#ffa79f",
  brightGreen: "#96e6b3",
  brightYellow: "#f6d48d",
  brightBlue: "#a9caff",
  brightMagenta: "#d9bbff",
  brightCyan: "#9be3ec",
  brightWhite: "#ffffff",
};

/** Uses the computed colours of an element. */
export function terminalTheme(element: HTMLElement, isDark: boolean): ITheme {
  const { color, backgroundColor } = getComputedStyle(element);
  const colours = isDark ? onDark : onLight;
  return {
    ...colours,
    foreground: color,
    background: backgroundColor,
    cursor: color,
    cursorAccent: backgroundColor,
    selectionBackground: isDark ? "#353c6e" : "#cfd6fb",
  };
}
