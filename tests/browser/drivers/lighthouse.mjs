// Runs Lighthouse on several pages in one Chromium. Takes JSON: {chromium, flags, pages, options};
// prints JSON: what it says of each page, in order.
import { readFileSync } from "node:fs";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";

const job = JSON.parse(readFileSync(0, "utf8"));
const chrome = await launch({ chromePath: job.chromium, chromeFlags: job.flags });
try {
  const said = [];
  for (const page of job.pages) {
    const result = await lighthouse(page, { ...job.options, port: chrome.port });
    said.push(result?.lhr);
  }
  await new Promise((resolve) => process.stdout.write(JSON.stringify(said), resolve));
} finally {
  chrome.kill();
}
process.exit(0);
