// The search box as an ARIA combobox over /v1/suggest: acts by name, articles by number.
export function suggestions(box) {
  if (!box) return;
  const list = document.createElement("ul");
  Object.assign(list, { id: "suggestions", className: "suggestions", hidden: true });
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", box.dataset.suggest);
  box.parentElement.append(list);
  const set = (name, value) => box.setAttribute(name, value);
  set("role", "combobox");
  set("aria-autocomplete", "list");
  set("aria-controls", list.id);
  set("aria-expanded", "false");
  let chosen = -1, timer = 0, waiting = null;

  const close = () => {
    list.hidden = true;
    chosen = -1;
    set("aria-expanded", "false");
    box.removeAttribute("aria-activedescendant");
  };
  const choose = (index) => {
    const items = [...list.children];
    chosen = (index + items.length) % items.length;
    items.forEach((item, i) => item.setAttribute("aria-selected", String(i === chosen)));
    set("aria-activedescendant", items[chosen].id);
  };
  const take = (item) => {
    box.value = item.dataset.text;
    close();
    if (item.dataset.act && !item.dataset.label) {
      const lang = new URLSearchParams(location.search).get("lang");
      location.assign(`/${item.dataset.act}${lang ? `?lang=${encodeURIComponent(lang)}` : ""}`);
    } else box.form.requestSubmit();
  };
  const show = (found) => {
    list.replaceChildren(...found.map((one, i) => {
      const item = document.createElement("li");
      item.id = `suggestion-${i}`;
      item.setAttribute("role", "option");
      item.setAttribute("aria-selected", "false");
      Object.assign(item.dataset, { text: one.text, act: one.act_id, label: one.label });
      const note = document.createElement("span");
      note.textContent = one.note === one.text ? "" : one.note;
      item.append(one.text, note);
      return item;
    }));
    list.hidden = !found.length;
    chosen = -1;
    box.removeAttribute("aria-activedescendant");
    set("aria-expanded", String(found.length > 0));
  };
  const ask = async () => {
    waiting?.abort();
    const typed = box.value.trim();
    if (typed.length < 2 || typed.length > 60) return close();
    waiting = new AbortController();
    try {
      const answer = await fetch(`/v1/suggest?typed=${encodeURIComponent(typed)}`, { signal: waiting.signal });
      if (answer.ok && document.activeElement === box) show(await answer.json());
    } catch { /* typed on, or no network: the box works as it is */ }
  };
  box.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(ask, 120); });
  box.addEventListener("blur", () => setTimeout(close, 150));
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { if (list.hidden) box.blur(); else close(); event.preventDefault(); return; }
    if (list.hidden) return;
    if (event.key === "ArrowDown") choose(chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen - (chosen < 0 ? 0 : 1));
    else if (event.key === "Enter" && chosen >= 0) take(list.children[chosen]);
    else return;
    event.preventDefault();
  });
  list.addEventListener("mousedown", (event) => {
    const item = event.target.closest("li");
    if (item) { event.preventDefault(); take(item); }
  });
}
