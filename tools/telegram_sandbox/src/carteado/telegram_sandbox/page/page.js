// The page: a group as the chosen person sees it, everybody's private chat with the bot, live.
// Nothing that anybody wrote ever becomes markup: all of it passes through textContent.

import { Panel } from "./panel.js";
import { ask, send, element, avatar, botLink } from "./tools.js";

const LAST = 120;
const $ = (id) => document.getElementById(id);

const state = {
  world: null,
  me: Number(localStorage.getItem("me")) || 0,
  group: Number(localStorage.getItem("group")) || 0,
  open: "group",
  panels: new Map(),
  unread: new Map(),
  links: new Map(),
};

function person(id) {
  return state.world.people.find((one) => one.id === id);
}

function remember() {
  localStorage.setItem("me", state.me);
  localStorage.setItem("group", state.group);
}

// What panels ask of the page.
const page = {
  person,
  bot: () => state.world.bot,
  groups: () => state.world.chats,
  group: () => state.world.chats.find((one) => one.id === state.group),
  chooseGroup(id) { state.group = id; remember(); refresh(); },
  linkOf: (id) => state.links.get(id),

  // What the bot answered to a tap: a link to follow, an alert; anything else is left to the panel.
  answered(personId, answer) {
    if (answer.url) return page.follow(personId, answer.url);
    alertOf(person(personId).first_name, answer.text);
  },

  follow(personId, url) {
    const link = botLink(url, state.world.bot.username);
    if (!link) return window.open(url, "_blank", "noopener,noreferrer");
    if (link.has("startgroup")) {
      return send(`people/${personId}/links`, { url, chat_id: state.group });
    }
    state.links.set(personId, url);
    show(`person-${personId}`);
    refresh();
  },

  async start(personId) {
    const url = state.links.get(personId);
    state.links.delete(personId);
    if (url) return send(`people/${personId}/links`, { url });
    return send(`people/${personId}/private`, { do: "start" });
  },
};

function alertOf(who, text) {
  const dialog = $("alert");
  dialog.querySelector(".alert-who").textContent = `${state.world.bot.first_name} · só para ${who}`;
  dialog.querySelector(".alert-text").textContent = text;
  if (!dialog.open) dialog.showModal();
}

// Who one is, and which chat is open on a narrow screen.

function choose(id) {
  state.me = id;
  remember();
  refresh();
}

function show(name) {
  state.open = name;
  state.unread.delete(name);
  drawTabs();
  for (const [key, panel] of state.panels) panel.node.classList.toggle("open", key === name);
  state.panels.get(name)?.scrollToEnd();
}

function drawPeople() {
  const buttons = state.world.people.map((one) => {
    const button = element("button");
    button.type = "button";
    button.setAttribute("role", "radio");
    button.setAttribute("aria-checked", String(one.id === state.me));
    button.append(avatar(one.first_name, one.id), element("span", "", one.first_name));
    button.addEventListener("click", () => choose(one.id));
    return button;
  });
  $("people").replaceChildren(...buttons);
}

function drawTabs() {
  const tabs = [["group", page.group()?.title ?? "Grupo", state.group]];
  for (const one of state.world.people) tabs.push([`person-${one.id}`, one.first_name, one.id]);
  $("tabs").replaceChildren(...tabs.map(([key, name, id]) => {
    const button = element("button");
    button.type = "button";
    button.setAttribute("aria-current", String(key === state.open));
    button.append(avatar(name, id), element("span", "", key === "group" ? "Grupo" : name));
    if (state.unread.get(key)) button.append(element("span", "badge", state.unread.get(key)));
    button.addEventListener("click", () => show(key));
    return button;
  }));
}

function drawPanels() {
  if (!state.panels.has("group")) state.panels.set("group", new Panel($("group"), page, true));
  for (const one of state.world.people) {
    const key = `person-${one.id}`;
    if (state.panels.has(key)) continue;
    const node = element("section", "panel");
    node.setAttribute("aria-label", `${one.first_name} com o bot`);
    $("privates").append(node);
    state.panels.set(key, new Panel(node, page, false));
  }
}

// Live: after each change everything that is on the page is asked for again, and drawn where it differs.

let running = null;
let isStale = false;

function refresh() {
  isStale = true;
  running ??= loadUntilFresh().finally(() => { running = null; });
  return running;
}

async function loadUntilFresh() {
  try {
    while (isStale) {
      isStale = false;
      await load();
    }
    $("offline").hidden = true;
  } catch {
    $("offline").hidden = false;
  }
}

async function load() {
  state.world = await ask("world");
  if (!person(state.me)) state.me = state.world.people[0]?.id ?? 0;
  if (!page.group()) state.group = state.world.chats[0]?.id ?? 0;
  drawPanels();
  drawPeople();
  const asked = [...state.panels].map(([key, panel]) => loadPanel(key, panel));
  await Promise.all(asked);
  show(state.open);
}

async function loadPanel(key, panel) {
  const personId = key === "group" ? state.me : Number(key.slice("person-".length));
  const chatId = key === "group" ? state.group : personId;
  if (!personId || !chatId) return;
  const view = await ask(`people/${personId}/chats/${chatId}?last=${LAST}`);
  const fresh = panel.draw(person(personId), chatId, view);
  panel.node.classList.toggle("is-me", key !== "group" && personId === state.me);
  if (fresh && key !== state.open) state.unread.set(key, (state.unread.get(key) ?? 0) + fresh);
}

function listen() {
  const events = new EventSource("/client/events");
  events.addEventListener("message", refresh);
  events.addEventListener("error", () => { $("offline").hidden = false; });
}

// Gente e grupos.

function drawSettings() {
  const people = state.world.people.map((one) =>
    renamer(one.first_name, one.id, (name) => send(`people/${one.id}/private`, { do: "rename", name })));
  const groups = state.world.chats.map((one) =>
    renamer(one.title, one.id, (title) => send(`chats/${one.id}/settings`, { title })));
  $("settings-people").replaceChildren(...people);
  $("settings-groups").replaceChildren(...groups);
}

function complain(error) {
  alertOf("quem está na página", error.message);
}

function renamer(name, id, rename) {
  const line = element("li");
  const input = element("input");
  input.value = name;
  input.setAttribute("aria-label", `Novo nome de ${name}`);
  input.addEventListener("change", () => rename(input.value).then(refresh).catch(complain));
  line.append(avatar(name, id), input);
  return line;
}

async function add(event, path, asked) {
  event.preventDefault();
  const form = event.target;
  try {
    const made = await send(path, asked(new FormData(form)));
    form.reset();
    await refresh();
    drawSettings();
    return made;
  } catch (error) {
    complain(error);
    return null;
  }
}

$("open-settings").addEventListener("click", () => { drawSettings(); $("settings").showModal(); });
$("add-person").addEventListener("submit", async (event) => {
  const made = await add(event, "people", (form) => ({ name: form.get("name") }));
  if (made) send(`people/${made.id}/membership`, { chat_id: state.group, do: "join" }).catch(complain);
});
$("add-group").addEventListener("submit", (event) =>
  add(event, "chats", (form) => ({
    title: form.get("title"),
    member_ids: state.world.people.map((one) => one.id),
  })));

refresh();
listen();
