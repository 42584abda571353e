// "/" search, "j" and "k" between results, Enter opens (the result's own link has the focus), "c" copies.
export function keys(copy) {
  const links = [...document.querySelectorAll(".result a.open")];
  const move = (step) => {
    const at = links.findIndex((link) => link.closest(".result").contains(document.activeElement));
    const next = links[Math.min(links.length - 1, Math.max(0, at < 0 ? (step > 0 ? 0 : links.length - 1) : at + step))];
    next?.focus();
    next?.closest(".result").scrollIntoView({ block: "nearest" });
  };
  const cited = () =>
    (document.activeElement?.closest("[data-formal]") ?? document.querySelector("[data-formal]"))?.dataset.formal;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
    if (event.key === "/") {
      const box = document.getElementById("q");
      box?.focus();
      box?.select();
    } else if (event.key === "j") move(1);
    else if (event.key === "k") move(-1);
    else if (event.key === "c") {
      if (String(getSelection())) return;
      copy(cited());
    } else return;
    event.preventDefault();
  });
}
