// One chat as one person's client shows it: messages, buttons, and what one writes with.

import { ask, send, element, avatar, tint, timeOf } from "./tools.js";
import { nodesOf } from "./text.js";

const SEND = "M4 12l16-8-6 17-3-7z";
const NEAR_END = 80;
const ANSWER_SECONDS = 15;
const TOAST_SECONDS = 3.5;

export class Panel {
  constructor(node, page, isGroup) {
    this.node = node;
    this.page = page;
    this.isGroup = isGroup;
    this.drawn = new Map();
    this.last = 0;
    this.putAway = 0;
    this.header = element("header");
    this.pinned = element("button", "pinned");
    this.pinned.type = "button";
    this.log = element("div", "log");
    this.log.setAttribute("role", "log");
    this.composer = element("footer", "composer");
    this.toasts = element("div", "toasts");
    this.toasts.setAttribute("role", "status");
    const middle = element("div", "middle");
    middle.append(this.log, this.toasts);
    node.append(this.header, this.pinned, middle, this.composer);
  }

  // Draws what has changed; gives the number of messages that are new.
  draw(person, chatId, view) {
    if (this.person?.id !== person.id || this.chatId !== chatId) this.forget();
    const isFirst = !this.person;
    Object.assign(this, { person, chatId, view });
    const isAtEnd = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < NEAR_END;
    this.drawHeader();
    this.drawPinned();
    this.drawMessages();
    this.drawComposer();
    const newest = view.messages.at(-1)?.message_id ?? 0;
    const fresh = view.messages.filter((one) => one.message_id > this.last && !one.is_mine).length;
    if (isFirst || isAtEnd || newest > this.last) this.scrollToEnd();
    this.last = Math.max(newest, this.last);
    return isFirst ? 0 : fresh;
  }

  forget() {
    this.person = null;
    this.last = 0;
    this.putAway = 0;
    this.drawn.clear();
    this.log.replaceChildren();
    this.mode = "";
  }

  scrollToEnd() {
    this.log.scrollTop = this.log.scrollHeight;
  }

  path(what) {
    return `people/${this.person.id}/${what}`;
  }

  post(what, body) {
    return this.trying(send(this.path(what), body));
  }

  trying(promise) {
    return Promise.resolve(promise).catch((error) => this.toast(error.message));
  }

  toast(text) {
    const line = element("p", "", text);
    line.prepend(element("b", "", this.person.first_name));
    this.toasts.append(line);
    setTimeout(() => line.remove(), TOAST_SECONDS * 1000);
  }

  get isHere() {
    return !this.isGroup || ["creator", "administrator", "member"].includes(this.status);
  }

  get status() {
    return this.page.group()?.members[this.person.id];
  }

  // The header: which chat this is.

  drawHeader() {
    const group = this.page.group();
    const key = JSON.stringify([this.person, this.isGroup && [group, this.page.groups().length]]);
    if (key === this.headerKey) return;
    this.headerKey = key;
    this.header.replaceChildren(...(this.isGroup ? this.groupHeader(group) : this.privateHeader()));
  }

  groupHeader(group) {
    const bot = this.page.bot().id;
    const here = Object.entries(group.members)
      .filter(([, status]) => ["creator", "administrator", "member"].includes(status))
      .map(([id]) => (Number(id) === bot ? "bot" : this.page.person(Number(id))?.first_name))
      .sort((one, other) => (one === "bot") - (other === "bot"));
    const names = element("div", "names");
    names.append(this.groupTitle(group), element("p", "under", `${here.length} membros: ${here.join(", ")}`));
    const parts = [avatar(group.title, group.id, "large"), names];
    if (this.isHere) parts.push(this.quiet("Sair", () => this.member("leave")));
    return parts;
  }

  groupTitle(group) {
    const title = element("h2");
    if (this.page.groups().length === 1) {
      title.textContent = group.title;
      return title;
    }
    const select = element("select");
    select.setAttribute("aria-label", "Grupo");
    for (const one of this.page.groups()) select.append(new Option(one.title, one.id));
    select.value = group.id;
    select.addEventListener("change", () => this.page.chooseGroup(Number(select.value)));
    title.append(select);
    return title;
  }

  privateHeader() {
    const names = element("div", "names");
    names.append(
      element("h2", "", this.person.first_name),
      element("p", "under", `conversa com ${this.page.bot().first_name}`),
    );
    const parts = [avatar(this.person.first_name, this.person.id, "large"), names];
    if (this.person.has_started && !this.person.has_blocked) {
      parts.push(this.quiet("Bloquear", () => this.post("private", { do: "block" })));
    }
    return parts;
  }

  quiet(label, act) {
    const button = element("button", "quiet", label);
    button.type = "button";
    button.addEventListener("click", act);
    return button;
  }

  member(what) {
    return this.post("membership", { chat_id: this.chatId, do: what });
  }

  drawPinned() {
    const pinned = this.view.messages.find((one) => one.message_id === this.view.pinned.at(-1));
    this.pinned.hidden = !pinned;
    if (!pinned) return;
    this.pinned.replaceChildren(element("b", "", "Mensagem fixada"), pinned.text.split("\n")[0]);
    this.pinned.onclick = () => this.drawn.get(pinned.message_id)?.node.scrollIntoView({ block: "center" });
  }

  // Messages: each is drawn again only when it differs.

  drawMessages() {
    const shown = new Set(this.view.messages.map((one) => one.message_id));
    for (const [id, { node }] of this.drawn) {
      if (!shown.has(id)) { node.remove(); this.drawn.delete(id); }
    }
    this.log.querySelector(".empty")?.remove();
    let before = null;
    for (const message of this.view.messages) {
      this.drawMessage(message, before);
      before = message;
    }
    if (!this.view.messages.length) this.log.append(this.emptiness());
  }

  drawMessage(message, before) {
    const isFirst = before?.author_id !== message.author_id || hasHappened(before);
    const replied = this.view.messages.find((one) => one.message_id === message.reply_to);
    const key = JSON.stringify([{ ...message, asks: null }, isFirst, replied?.text]);
    const known = this.drawn.get(message.message_id);
    if (known?.key === key) return;
    const node = hasHappened(message) ? this.service(message) : this.bubble(message, isFirst, replied);
    if (known) {
      if (known.text !== message.text) node.classList.add("flash");
      known.node.replaceWith(node);
    } else {
      this.log.append(node);
    }
    this.drawn.set(message.message_id, { key, node, text: message.text });
  }

  bubble(message, isFirst, replied) {
    const node = element("article", "message");
    node.classList.toggle("own", message.is_mine);
    node.classList.toggle("first", isFirst);
    node.classList.toggle("edited", message.edited);
    const bubble = element("div", "bubble");
    if (this.isGroup && isFirst && !message.is_mine) bubble.append(this.author(message));
    const topic = this.page.group()?.topics[message.thread_id];
    if (this.isGroup && topic) bubble.append(element("span", "topic", `# ${topic.name}`));
    if (replied) bubble.append(element("p", "quote", `${replied.author}: ${replied.text.split("\n")[0]}`));
    const text = element("div", "text");
    text.append(...nodesOf(message.text, message.entities, this.acts()));
    if (message.file) bubble.append(this.file(message));
    bubble.append(text, element("p", "meta", `${message.edited ? "editada " : ""}${timeOf(message.date)}`));
    node.append(bubble);
    if (message.rows.length) node.append(this.keys(message));
    node.classList.toggle("has-keys", message.rows.length > 0);
    return node;
  }

  file(message) {
    const link = element("a", "file", message.file.name);
    link.href = `/client/people/${this.person.id}/chats/${this.chatId}/files/${message.message_id}`;
    link.download = message.file.name;
    link.append(element("span", "", sizeOf(message.file.size)));
    return link;
  }

  author(message) {
    return element("p", `author ${tint(message.author_id)}`, message.author);
  }

  acts() {
    return {
      command: (text) => this.type(text),
      link: (url) => this.trying(this.page.follow(this.person.id, url)),
    };
  }

  service(message) {
    const node = element("article", "message service");
    node.append(element("p", "", told(message)));
    return node;
  }

  keys(message) {
    const keys = element("div", "keys");
    for (const row of message.rows) {
      const line = element("div");
      line.append(...row.map((button) => this.key(message, button)));
      keys.append(line);
    }
    return keys;
  }

  key(message, button) {
    const node = element("button", button.style ?? "", button.text);
    node.type = "button";
    node.title = button.text;
    if (button.url) {
      node.classList.add("link");
      node.addEventListener("click", () => this.trying(this.page.follow(this.person.id, button.url)));
    } else {
      node.addEventListener("click", () => this.tap(node, message.message_id, button.callback_data));
    }
    return node;
  }

  async tap(node, messageId, data) {
    node.classList.add("waits");
    const person = this.person.id;
    try {
      const tapped = await send(this.path("taps"), { chat_id: this.chatId, message_id: messageId, data });
      const path = `people/${person}/answers/${tapped.query_id}?timeout=${ANSWER_SECONDS}`;
      const { answer } = await ask(path);
      if (!answer) this.toast("o bot não respondeu");
      else if (answer.url || (answer.is_alert && answer.text)) this.page.answered(person, answer);
      else if (answer.text) this.toast(answer.text);
    } catch (error) {
      this.toast(error.message);
    } finally {
      node.classList.remove("waits");
    }
  }

  emptiness() {
    const { first_name: name, description } = this.page.bot();
    const node = element("p", "empty", this.isGroup ? emptyGroup(this.person, this.isHere) : description || "Toque em iniciar para abrir a conversa.");
    node.prepend(element("b", "", this.isGroup ? "Nada por aqui" : name));
    return node;
  }

  // The composer: an input with the bot's commands, or the one button that makes sense.

  drawComposer() {
    const mode = this.composerMode();
    if (mode !== this.mode) {
      this.mode = mode;
      this.composer.replaceChildren(...this.composerParts());
    }
    if (this.input) { this.drawAsked(); this.drawCommands(); }
  }

  composerMode() {
    const topics = this.isGroup ? JSON.stringify(this.page.group().topics) : "";
    if (!this.isHere) return "join";
    if (this.isGroup) return `write${topics}`;
    if (this.page.linkOf(this.person.id)) return "link";
    if (this.person.has_blocked) return "blocked";
    return this.person.has_started ? "write" : "start";
  }

  composerParts() {
    this.input = null;
    this.composer.classList.toggle("called", this.mode === "link");
    switch (this.mode) {
      case "join": return [this.big(`Entrar como ${this.person.first_name}`, () => this.member("join"))];
      case "blocked": return [this.big("Desbloquear", () => this.post("private", { do: "unblock" }))];
      case "start":
      case "link": return [this.big("Iniciar", () => this.trying(this.page.start(this.person.id)))];
      default: return this.writing();
    }
  }

  big(label, act) {
    const button = element("button", "big", label);
    button.type = "button";
    button.addEventListener("click", act);
    return button;
  }

  writing() {
    const form = element("form");
    this.input = element("input");
    this.input.setAttribute("aria-label", `${this.person.first_name} escreve`);
    this.input.autocomplete = "off";
    this.input.maxLength = 4096;
    this.input.addEventListener("input", () => this.drawCommands());
    this.topic = this.topicSelect();
    form.append(...(this.topic ? [this.topic] : []), this.input, sendButton());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.type(this.input.value, this.asked).then(() => { if (this.input) { this.input.value = ""; this.drawCommands(); } });
    });
    this.commands = element("div", "commands");
    this.reply = element("div", "reply");
    return [this.reply, form, this.commands];
  }

  // What the bot wants a reply to: the reply is open by itself, until it is sent or put away.
  drawAsked() {
    this.asked = this.view.messages.findLast((one) => one.asks !== null && one.message_id > this.putAway) ?? null;
    this.input.placeholder = this.asked?.asks || this.placeholder();
    this.reply.hidden = !this.asked;
    if (!this.asked) return;
    const away = element("button", "quiet", "✕");
    away.type = "button";
    away.setAttribute("aria-label", "Não responder");
    away.addEventListener("click", () => { this.putAway = this.asked.message_id; this.drawAsked(); });
    this.reply.replaceChildren(element("p", "quote", `${this.asked.author}: ${this.asked.text.split("\n")[0]}`), away);
  }

  placeholder() {
    return this.isGroup ? `Mensagem de ${this.person.first_name}` : "Mensagem";
  }

  topicSelect() {
    const group = this.page.group();
    if (!this.isGroup || !group.is_forum) return null;
    const select = element("select");
    select.setAttribute("aria-label", "Tópico");
    select.append(new Option("Geral", ""));
    for (const [id, topic] of Object.entries(group.topics)) select.append(new Option(topic.name, id));
    return select;
  }

  async type(text, asked = null) {
    if (!text.trim()) return;
    const chosen = this.topic?.value ? Number(this.topic.value) : null;
    const thread = asked ? asked.thread_id : chosen;
    await this.post("messages", { chat_id: this.chatId, text, thread_id: thread, reply_to: asked?.message_id ?? null });
  }

  drawCommands() {
    const typed = this.input.value.trim();
    const offered = this.view.commands.filter((one) => !typed || `/${one.command}`.startsWith(typed));
    this.commands.replaceChildren(...offered.map((one) => {
      const button = element("button", "", `/${one.command}`);
      button.type = "button";
      button.title = one.description;
      button.addEventListener("click", () => { this.input.value = ""; this.type(`/${one.command}`); });
      return button;
    }));
  }
}

function sendButton() {
  const button = element("button", "round");
  button.setAttribute("aria-label", "Enviar");
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SEND);
  svg.append(path);
  button.append(svg);
  return button;
}

function sizeOf(bytes) {
  return bytes < 1024 ? `${bytes} B` : `${Math.ceil(bytes / 1024)} kB`;
}

function emptyGroup(person, isHere) {
  return isHere ? "Escreva a primeira mensagem." : `${person.first_name} não está neste grupo.`;
}

function hasHappened(message) {
  return Object.keys(message.service).length > 0;
}

// A service message, in words.
function told({ author, service }) {
  const names = (service.new_chat_members ?? []).map((one) => one.first_name).join(", ");
  const left = service.left_chat_member?.first_name;
  if (names) return names === author ? `${author} entrou no grupo` : `${author} adicionou ${names}`;
  if (left) return left === author ? `${author} saiu do grupo` : `${author} removeu ${left}`;
  if (service.pinned_message) return `${author} fixou uma mensagem`;
  if (service.forum_topic_created) return `${author} abriu o tópico ${service.forum_topic_created.name}`;
  if (service.migrate_from_chat_id || service.migrate_to_chat_id) return "O grupo virou um supergrupo";
  return `${author} criou o grupo`;
}
