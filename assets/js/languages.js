// Root: marks the card of the reader's language. 404: keeps the words of the address's language
// only.
const parts = [...document.querySelectorAll("[data-language]")];
const find = (code) =>
  parts.find((part) => part.dataset.language.toLowerCase() === code.toLowerCase());
const lost = document.querySelector(".not-found");

if (lost) {
  // A messenger may have escaped the sign before a game's code, which a host then takes for a part
  // of the path.
  const [page, code] = location.href.split(/%23(?=g(?:=|%3D))/i);
  if (code) location.replace(`${page}#${code}`);
  // The links home are root-absolute ("/base/fi/"), so they know the base path that the script does
  // not. A language may be asked for as it is written, "/pt-BR/", though its folder is in lower
  // case.
  const asked = `${location.pathname}/`.toLowerCase();
  const part = parts.find((one) => asked.startsWith(one.querySelector("a").pathname.toLowerCase()));
  if (part) {
    for (const other of parts) if (other !== part) other.remove();
    document.documentElement.lang = part.lang;
    document.documentElement.dir = part.dir;
    const heading = part.querySelector("h1, h2");
    if (heading.localName === "h2") {
      const title = document.createElement("h1");
      title.append(...heading.childNodes);
      heading.replaceWith(title);
    }
    document.title = `${part.querySelector("h1").textContent} · 404`;
  }
} else {
  for (const wanted of navigator.languages ?? []) {
    const part = find(wanted) ?? find(wanted.split("-")[0]);
    if (!part) continue;
    part.classList.add("likely");
    break;
  }
}
