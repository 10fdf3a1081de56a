/** The page's entry point. */
import { takeMeta } from "@tandem-ide/page-server/page";
import { render } from "preact";
import { AppContext, createApp } from "./app.js";
import "@tandem-ide/page-server/page/base.css";
import "./styles/base.css";
import "./styles/frame.css";
import "./styles/header.css";
import "./styles/timeline.css";
import "./styles/list.css";
import "./styles/detail.css";
import { Frame } from "./ui/frame.js";

const app = createApp(takeMeta("tandem-secret"));
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
app.connection.open();
