/** How the row of proposals looks. The variables are those of the panel; `--tandem-background` is behind the texts. */
import { StyleModule } from "style-mod";

const light = { bar: "#f6f8fa", text: "#1f2328", muted: "#59636e", border: "#d1d9e0", background: "#ffffff" };
const dark = { bar: "#161b22", text: "#e6edf3", muted: "#9198a1", border: "#30363d", background: "#0d1117" };

function variables(colours: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(colours).map(([name, value]) => [`--tandem-desk-${name}`, `var(--tandem-${name}, ${value})`]),
  );
}

export const deskStyle = new StyleModule({
  ".tandem-reviews": {
    display: "flex",
    flexDirection: "column",
    height: "100%",
    minHeight: "0",
    outline: "none",
    background: "var(--tandem-desk-background)",
    ...variables(light),
  },
  ".tandem-reviews.tandem-dark": variables(dark),
  ".tandem-reviews-over": { position: "fixed", inset: "0", zIndex: "1000" },
  ".tandem-reviews-page": { flex: "1 1 0", minHeight: "0", minWidth: "0" },
  ".tandem-reviews[data-settling] > *": { pointerEvents: "none" },
  ".tandem-reviews[data-settling] [data-tandem]": { opacity: "0.5" },
  ".tandem-reviews-page[hidden]": { display: "none" },
  ".tandem-reviews-strip": {
    display: "flex",
    alignItems: "stretch",
    font: "13px system-ui, sans-serif",
    color: "var(--tandem-desk-text)",
    background: "var(--tandem-desk-bar)",
    borderBottom: "1px solid var(--tandem-desk-border)",
  },
  ".tandem-reviews-row": { display: "flex", flex: "1 1 auto", minWidth: "0", overflowX: "auto" },
  ".tandem-reviews-count": { padding: "7px 12px", color: "var(--tandem-desk-muted)", whiteSpace: "nowrap" },
  ".tandem-reviews-tab": {
    display: "flex",
    alignItems: "center",
    borderRight: "1px solid var(--tandem-desk-border)",
    whiteSpace: "nowrap",
  },
  ".tandem-reviews-tab:has([aria-selected=true])": {
    background: "var(--tandem-desk-background)",
    boxShadow: "inset 0 -2px var(--tandem-accept, #1a7f37)",
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
  ".tandem-reviews-close:hover": { opacity: "1", background: "var(--tandem-desk-border)" },
  ".tandem-reviews-tab button:focus-visible": {
    outline: "2px solid var(--tandem-accept, #1a7f37)",
    outlineOffset: "-2px",
  },
});
