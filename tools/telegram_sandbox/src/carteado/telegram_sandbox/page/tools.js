// Small tools: asking the sandbox, and making elements of plain text.

export async function ask(path) {
  return read(await fetch(`/client/${path}`));
}

export async function send(path, body) {
  const headers = { "Content-Type": "application/json" };
  return read(await fetch(`/client/${path}`, { method: "POST", headers, body: JSON.stringify(body) }));
}

async function read(response) {
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.reason);
  return answer;
}

export function element(tag, className = "", text = "") {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== "") node.textContent = text;
  return node;
}

export function tint(id) {
  return `tint-${Math.abs(id) % 7}`;
}

export function avatar(name, id, size = "") {
  const node = element("span", `avatar ${tint(id)} ${size}`, [...name][0]?.toUpperCase() ?? "?");
  node.setAttribute("aria-hidden", "true");
  return node;
}

// The parameters of a link that leads to this bot; null for any other link.
export function botLink(url, username) {
  const link = URL.parse?.(url) ?? URL.parse?.(`https://${url}`) ?? parse(url);
  if (!link) return null;
  const isTelegram = ["t.me", "telegram.me"].includes(link.hostname);
  const name = link.protocol === "tg:" ? link.searchParams.get("domain") : link.pathname.slice(1);
  if (!isTelegram && link.protocol !== "tg:") return null;
  return name?.toLowerCase() === username.toLowerCase() ? link.searchParams : null;
}

function parse(url) {
  try {
    return new URL(url.includes("://") ? url : `https://${url}`);
  } catch {
    return null;
  }
}

export function timeOf(seconds) {
  return new Date(seconds * 1000).toLocaleTimeString("pt-BR", { hour: "2-digit", minute: "2-digit" });
}
