/** The page's start: reads what the host wrote into the HTML, makes the parts, shows them. */
import { render } from "preact";
import { AppContext, createApp } from "./app.js";
import "./styles/base.css";
import "./styles/frame.css";
import "./styles/header.css";
import "./styles/timeline.css";
import "./styles/list.css";
import "./styles/detail.css";
import { Frame } from "./ui/frame.js";

/** The secret that the host gave the page; the element goes, so that nothing that reads the page later finds it. */
function takeSecret(): string {
  const element = document.querySelector<HTMLMetaElement>('meta[name="tandem-secret"]');
  const content = element?.content ?? "";
  element?.remove();
  return content;
}

const app = createApp(takeSecret());
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
