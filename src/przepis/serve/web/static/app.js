// Everything works without this; what it adds is speed for hands on a keyboard.
import { suggestions } from "./suggest.js";
import { keys } from "./keys.js";
import { copying } from "./copy.js";
import { answers } from "./answer.js";

const copy = copying();
suggestions(document.querySelector("input[data-suggest]"));
keys(copy);
answers(document.querySelector("section#answer"));
