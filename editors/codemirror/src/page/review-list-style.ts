/** The style of the review list, with the panel's colours. */
import { StyleModule } from "style-mod";
import { colour, colourVariables } from "../review/panel-style.js";

export const reviewListStyle = new StyleModule({
  ".tandem-reviews": {
    display: "flex",
    flexDirection: "column",
    height: "100%",
    minHeight: "0",
    outline: "none",
    background: colour("background"),
    ...colourVariables("light"),
  },
  ".tandem-reviews.tandem-dark": colourVariables("dark"),
  ".tandem-reviews-over": { position: "fixed", inset: "0", zIndex: "1000" },
  ".tandem-reviews-page": { flex: "1 1 0", minHeight: "0", minWidth: "0" },
  ".tandem-reviews[data-settling] > *": { pointerEvents: "none" },
  ".tandem-reviews[data-settling] [data-tandem]": { opacity: "0.5" },
  ".tandem-reviews-page[hidden]": { display: "none" },
  ".tandem-reviews-strip": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "stretch",
    font: "13px system-ui, sans-serif",
    color: colour("text"),
    background: colour("bar"),
    borderBottom: `1px solid ${colour("border")}`,
  },
  ".tandem-reviews-row": { display: "flex", flex: "1 1 200px", minWidth: "0", overflowX: "auto" },
  ".tandem-reviews-count": { padding: "7px 12px", color: colour("muted"), whiteSpace: "nowrap" },
  ".tandem-reviews-all": { display: "flex", gap: "6px", alignItems: "center", padding: "0 8px 0 0" },
  ".tandem-reviews-all[hidden]": { display: "none" },
  ".tandem-reviews-tab": {
    display: "flex",
    alignItems: "center",
    borderRight: `1px solid ${colour("border")}`,
    whiteSpace: "nowrap",
  },
  ".tandem-reviews-tab:has([aria-current=true])": {
    background: colour("background"),
    boxShadow: `inset 0 -2px ${colour("accept")}`,
  },
  ".tandem-reviews-tab button": {
    font: "inherit",
    color: "inherit",
    background: "none",
    border: "0",
    cursor: "pointer",
  },
  ".tandem-reviews-show": { padding: "7px 4px 7px 12px" },
  ".tandem-reviews-close": {
    padding: "2px 6px",
    marginRight: "4px",
    borderRadius: "4px",
    opacity: "0.6",
    fontSize: "11px",
  },
  ".tandem-reviews-close:hover": { opacity: "1", background: colour("border") },
  ".tandem-reviews-tab button:focus-visible": {
    outline: `2px solid ${colour("accept")}`,
    outlineOffset: "-2px",
  },
  "@media (forced-colors: active)": {
    ".tandem-reviews-tab:has([aria-current=true])": { borderBottom: "2px solid Highlight" },
  },
});
