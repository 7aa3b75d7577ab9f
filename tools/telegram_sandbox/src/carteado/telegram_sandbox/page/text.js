// Text with entities, as nodes. Offsets are UTF-16 units, which is what JavaScript's strings count in.

import { element } from "./tools.js";

const TAGS = {
  bold: "b", italic: "i", underline: "u", strikethrough: "s", code: "code", pre: "pre", blockquote: "blockquote",
};

// `acts` says what a tap on a command or a link does.
export function nodesOf(text, entities, acts) {
  return between(text, [...entities], 0, text.length, acts);
}

function between(text, entities, start, end, acts) {
  const nodes = [];
  let position = start;
  while (entities.length && entities[0].offset < end) {
    const entity = entities.shift();
    const from = Math.max(entity.offset, position);
    const to = Math.min(entity.offset + entity.length, end);
    if (from >= to) continue;
    if (from > position) nodes.push(text.slice(position, from));
    const node = nodeOf(entity, text.slice(from, to), acts);
    node.append(...between(text, entities, from, to, acts));
    nodes.push(node);
    position = to;
  }
  if (position < end) nodes.push(text.slice(position, end));
  return nodes;
}

function nodeOf(entity, text, acts) {
  switch (entity.type) {
    case "bot_command": return tappable("span", "command", () => acts.command(text));
    case "url": return tappable("a", "", () => acts.link(text));
    case "text_link": return tappable("a", "", () => acts.link(entity.url));
    case "text_mention": return element("span", "mention");
    case "spoiler": return spoiler();
    default: return element(TAGS[entity.type] ?? "span");
  }
}

function tappable(tag, className, act) {
  const node = element(tag, className);
  node.tabIndex = 0;
  node.setAttribute("role", "link");
  node.addEventListener("click", act);
  node.addEventListener("keydown", (event) => { if (event.key === "Enter") act(); });
  return node;
}

function spoiler() {
  const node = element("span", "spoiler");
  node.addEventListener("click", () => node.classList.add("open"));
  return node;
}
