// Where a page's board begins; without it the page can be read as one without a script.
import { begin } from "./play.js";

if (document.querySelector("#board")) {
  begin().catch((error) => {
    document.documentElement.dataset.script = "failed";
    throw error;
  });
}
