// Copies a citation and says so, to eyes and to screen readers.
export function copying() {
  const live = document.getElementById("live");
  let timer = 0;
  const copy = async (text) => {
    if (!text) return;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    live.textContent = `${live.dataset.copied} ${text}`;
    clearTimeout(timer);
    timer = setTimeout(() => { live.textContent = ""; }, 4000);
  };
  for (const button of document.querySelectorAll("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button.dataset.copy));
  }
  return copy;
}
