// Slipped into each page before all other scripts: hears what goes wrong, what is announced, and
// which workers start and what they answer.
window.probe = { errors: [], said: [], workers: [], answers: [] };

addEventListener(
  "error",
  (event) => {
    const place =
      event.target === window ? event.filename : (event.target?.src ?? event.target?.href ?? "");
    probe.errors.push(`${event.message ?? "cannot be loaded"} ${place}`);
  },
  true,
);
addEventListener("unhandledrejection", (event) =>
  probe.errors.push(`unhandled: ${event.reason?.stack ?? event.reason}`),
);
document.addEventListener("securitypolicyviolation", (event) => {
  const { violatedDirective, blockedURI, sourceFile, lineNumber } = event;
  probe.errors.push(`policy ${violatedDirective}: ${blockedURI} ${sourceFile}:${lineNumber}`);
});
for (const level of ["error", "warn"]) {
  const log = console[level];
  console[level] = (...words) => {
    probe.errors.push(`${level}: ${words.join(" ")}`);
    log.apply(console, words);
  };
}

window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    probe.workers.push(this);
    this.addEventListener("message", ({ data }) => probe.answers.push(JSON.stringify(data)));
  }
};

addEventListener("DOMContentLoaded", () => {
  const status = document.querySelector("#board-status");
  if (!status) return;
  new MutationObserver(() => {
    const text = status.textContent.replace(/\s+/gu, " ").trim();
    if (text && text !== probe.said.at(-1)) probe.said.push(text);
  }).observe(status, { childList: true, characterData: true, subtree: true });
});

// Asks the newest worker past the page, in the words of client.js; the page takes no notice of the
// answers.
probe.ask = (requests) =>
  Promise.all(
    requests.map(
      (request, place) =>
        new Promise((resolve) => {
          const worker = probe.workers.at(-1);
          const id = -1 - place;
          worker.addEventListener(
            "message",
            ({ data }) => data.id === id && resolve(JSON.parse(data.answer)),
          );
          worker.postMessage({ id, ask: JSON.stringify(request) });
        }),
    ),
  );
