/** The entry point of the page. */
import { takeMeta } from "@tandem-ide/page-server/page";
import { render } from "preact";
import { createApp } from "./app.js";
import { AppContext } from "./app-parts.js";
import { exposePage } from "./page-hooks.js";
import "@tandem-ide/page-server/page/base.css";
import "./styles/base.css";
import "./styles/frame.css";
import "./styles/tree.css";
import "./styles/changes.css";
import "./styles/tabs.css";
import "./styles/review.css";
import "./styles/status-bar.css";
import "./styles/empty-state.css";
import "./styles/dialogs.css";
import "./styles/drafts.css";
import "./styles/corner.css";
import "./styles/editor.css";
import "./styles/language.css";
import { Frame } from "./ui/frame.js";
import { watchWindow } from "./window-events.js";

const app = createApp({ nonce: takeMeta("tandem-nonce"), secret: takeMeta("tandem-secret") });
const root = document.getElementById("app");
if (root) {
  root.replaceChildren();
  render(
    <AppContext.Provider value={app}>
      <Frame />
    </AppContext.Provider>,
    root,
  );
}
watchWindow(app);
exposePage(app);
app.connection.open();
