// The answer as it is written, then the checked whole. All text is set as text, never as markup.
const article = (id, unit, lang) => {
  const [act, label] = id.split("#");
  const anchor = unit ? `#${unit.split("/").map((p) => p.replace(":", "").replace("^", "_")).join("-")}` : "";
  return `/${act}/art/${encodeURIComponent(label)}${lang === "en" ? "?lang=en" : ""}${anchor}`;
};
const element = (name, text = "", more = {}) => Object.assign(document.createElement(name), { textContent: text, ...more });

function whole(answer, section) {
  const { language, unverified } = section.dataset;
  const parts = [element("p", answer.text, { className: answer.abstained ? "note warn" : "" })];
  for (const cited of answer.citations) {
    const box = element("div", "", { className: "basis" });
    const line = element("p");
    if (cited.article_id && cited.in_corpus) {
      line.append(element("a", cited.written, { href: article(cited.article_id, cited.unit, language) }));
      box.append(line, element("blockquote", cited.quote, { className: "law" }));
    } else {
      line.append(element("s", cited.written), " ", element("span", unverified, { className: "badge bad" }));
      box.append(line);
    }
    parts.push(box);
  }
  return parts;
}

async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += value;
    let end;
    while ((end = rest.indexOf("\n\n")) >= 0) {
      const [first, second] = rest.slice(0, end).split("\n");
      rest = rest.slice(end + 2);
      yield [first.slice(7), JSON.parse(second.slice(6))];
    }
  }
}

export function answers(section) {
  const form = section?.querySelector("form");
  if (!form) return;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const space = section.querySelector(".answer-text");
    const draft = element("p", section.dataset.waiting);
    space.replaceChildren(draft);
    form.hidden = true;
    const asked = Object.fromEntries(new FormData(form));
    const body = { text: asked.q, language: asked.lang, stream: true };
    if (asked.on) body.on = asked.on;
    if (asked.act) body.act = asked.act;
    try {
      const reply = await fetch("/v1/answer", {
        method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
      });
      if (!reply.ok) throw new Error((await reply.json()).detail);
      let begun = false;
      for await (const [name, data] of events(reply.body)) {
        if (name === "draft") {
          draft.textContent = begun ? draft.textContent + data.text : data.text;
          begun = true;
        } else if (name === "answer") space.replaceChildren(...whole(data.answer, section));
        else throw new Error(data.detail);
      }
    } catch (error) {
      space.replaceChildren(element("p", `${section.dataset.failed} ${error.message ?? ""}`, { className: "note warn" }));
      form.hidden = false;
    }
  });
}
