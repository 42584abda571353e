// Everything works without this; what it adds is speed for hands on a keyboard.
import { suggestions } from "./suggest.js";
import { keys } from "./keys.js";
import { copying } from "./copy.js";
import { answers } from "./answer.js";

if (matchMedia("(min-width: 52.01rem)").matches) {
  for (const folded of document.querySelectorAll("details.fold")) folded.open = true; // beside the results there is room
}
const copy = copying();
suggestions(document.querySelector("input[data-suggest]"));
keys(copy);
answers(document.querySelector("section#answer"));
