/** The style of the panel of changes, its questions and messages. */
import { StyleModule } from "style-mod";
import { colour, colourVariables } from "../review/panel-style.js";

const button = {
  padding: "3px 10px",
  font: "inherit",
  color: colour("text"),
  background: colour("button"),
  border: `1px solid ${colour("border")}`,
  borderRadius: "5px",
  cursor: "pointer",
};

export const changesPanelStyle = new StyleModule({
  ".tandem-changes-panel, .tandem-question, .tandem-toasts": {
    font: "13px system-ui, sans-serif",
    color: colour("text"),
    background: colour("background"),
    ...colourVariables("light"),
  },
  ".tandem-dark.tandem-changes-panel, .tandem-dark.tandem-question, .tandem-dark.tandem-toasts":
    colourVariables("dark"),
  ".tandem-changes-panel": {
    display: "flex",
    flexDirection: "column",
    height: "100%",
    minHeight: "0",
    outline: "none",
  },
  ".tandem-changes-over": { position: "fixed", inset: "0", zIndex: "1000" },
  ".tandem-changes-strip": {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    padding: "4px 6px 4px 10px",
    background: colour("bar"),
    borderBottom: `1px solid ${colour("border")}`,
  },
  ".tandem-changes-title": { fontWeight: "600" },
  ".tandem-changes-close": {
    padding: "2px 8px",
    font: "inherit",
    color: "inherit",
    background: "none",
    border: "0",
    borderRadius: "4px",
    cursor: "pointer",
  },
  ".tandem-changes-close:hover": { background: colour("border") },
  ".tandem-changes-body": { display: "flex", flex: "1 1 0", minHeight: "0", containerType: "inline-size" },
  ".tandem-changes-left": {
    flex: "0 0 clamp(220px, 28%, 420px)",
    minWidth: "0",
    borderRight: `1px solid ${colour("border")}`,
  },
  ".tandem-changes-right": { flex: "1 1 0", minWidth: "0" },
  ".tandem-changes-right > p": { margin: "0", padding: "16px", color: colour("muted") },

  ".tandem-question": {
    maxWidth: "min(460px, 90vw)",
    padding: "16px",
    border: `1px solid ${colour("border")}`,
    borderRadius: "8px",
    overflowWrap: "anywhere",
  },
  ".tandem-question::backdrop": { background: "rgb(0 0 0 / 35%)" },
  ".tandem-question p": { margin: "0 0 14px" },
  ".tandem-question form": { display: "flex", justifyContent: "flex-end", gap: "8px" },
  ".tandem-question button, .tandem-toast button": button,
  ".tandem-toasts": {
    position: "fixed",
    inset: "auto auto 34px 50%",
    translate: "-50%",
    zIndex: "1001",
    display: "flex",
    flexDirection: "column",
    gap: "6px",
    maxWidth: "90vw",
    background: "none",
  },
  ".tandem-toast": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px 12px",
    background: colour("background"),
    padding: "8px 12px",
    border: `1px solid ${colour("border")}`,
    borderRadius: "8px",
    boxShadow: "0 4px 18px rgb(0 0 0 / 25%)",
    overflowWrap: "anywhere",
  },
  ".tandem-ended": { borderCollapse: "collapse" },
  ".tandem-ended th, .tandem-ended td": {
    padding: "4px 12px 4px 0",
    textAlign: "left",
    verticalAlign: "top",
    borderBottom: `1px solid ${colour("border")}`,
    whiteSpace: "pre-line",
  },
  ".tandem-question:has(.tandem-ended)": { maxWidth: "min(900px, 90vw)", maxHeight: "80vh", overflow: "auto" },
  ".tandem-changes-panel button:focus-visible, .tandem-question button:focus-visible, .tandem-toast button:focus-visible":
    { outline: `2px solid ${colour("accept")}`, outlineOffset: "1px" },
});
