// What the playground adds to SimCord's page; it runs before the page's own script.
"use strict";

const asked = new URLSearchParams(location.search).get("as") || "";
const seatKey = `parlour-seat:${asked}`;
const theirFetch = window.fetch;

// Who this tab is: ?as=bob, else whoever it was before a reload, else the first person without a tab.
window.fetch = async (url, options = {}) => {
  const opens = url === "/api/pages" && options.method === "POST";
  if (opens) {
    const seat = sessionStorage.getItem(seatKey) || asked;
    options = { ...options, body: JSON.stringify({ viewer_id: seat }) };
  }
  const response = await theirFetch(url, options);
  if (opens && response.ok) {
    const { viewerId } = await response.clone().json();
    if (viewerId) sessionStorage.setItem(seatKey, viewerId);
  }
  if (url === "/api/action" && response.ok) {
    const { outcomes } = await response.clone().json();
    if (outcomes?.some(({ kind }) => kind === "response" || kind === "followup")) followUntil = Date.now() + 2000;
  }
  // This tab was forgotten: it slept for too long, or the playground was started again.
  if (response.status === 410) location.reload();
  return response;
};

// A new message that answers this person is brought into view, wherever they have scrolled to; who is at the end
// stays there when a message grows, as in Discord.
let followUntil = 0;
addEventListener("DOMContentLoaded", () => {
  const timeline = document.getElementById("channel-timeline");
  const list = document.getElementById("channel-message-list");
  let atEnd = true;
  const toEnd = () => { timeline.scrollTop = timeline.scrollHeight; };
  // Only a person's hand leaves the end: a message that grows scrolls, too.
  let byHand = 0;
  for (const kind of ["wheel", "touchmove", "pointerdown", "keydown"]) {
    timeline.addEventListener(kind, () => { byHand = Date.now(); }, { passive: true });
  }
  timeline.addEventListener("scroll", () => {
    const there = timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight < 40;
    if (there || Date.now() - byHand < 500) atEnd = there;
  });
  new MutationObserver(() => { if (Date.now() < followUntil) toEnd(); }).observe(list, { childList: true });
  const grown = new ResizeObserver(() => { if (atEnd || Date.now() < followUntil) toEnd(); });
  grown.observe(list);
  grown.observe(timeline);
});

// A link to a message goes there, as in Discord; page.css makes it short.
addEventListener("click", (event) => {
  const link = event.target.closest?.('a[href^="https://discord.com/channels/"]');
  if (!link) return;
  event.preventDefault();
  document.querySelector(`[data-message-id="${link.href.split("/").pop()}"]`)?.scrollIntoView({ block: "center" });
});

addEventListener("change", (event) => {
  if (event.target.id === "viewer-picker") sessionStorage.setItem(seatKey, event.target.value);
}, true);

// Enter sends a command that lacks nothing, as in Discord. SimCord's page would open its optional options instead,
// which the arrow keys still reach.
let chosenByArrow = false;
addEventListener("keydown", (event) => {
  if (event.key !== "Enter") {
    chosenByArrow = event.key === "ArrowDown" || event.key === "ArrowUp";
    return;
  }
  const draft = window.simcordPreview?.commandPicker?.draft;
  if (chosenByArrow || event.shiftKey || event.isComposing || !draft?.submittable) return;
  if (!event.target.closest?.(".command-chip")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  document.getElementById("channel-composer").requestSubmit();
}, true);

// What the page says of an action, in a player's words. Most of it they can see for themselves.
const words = {
  "Action was not completed.": "That did not go through: look again and press once more.",
  "Action outcome uncertain. It will not be retried.": "The connection broke. Look whether it went through.",
  "Connection interrupted; trying again…": "Connection lost, trying again…",
  "Preview session is unavailable. Reload the active Preview URL.": "The playground has ended or was started anew: use its new address.",
};
const kept = new Set([...Object.values(words), "Sending message…", "Completing action…", ""]);
addEventListener("DOMContentLoaded", () => {
  const status = document.getElementById("action-status");
  new MutationObserver(() => {
    const text = status.textContent;
    if (!kept.has(text)) status.textContent = words[text] ?? "";
  }).observe(status, { childList: true, characterData: true, subtree: true });
});

// "Dismiss message", as Discord has it below what only you can see; page.css writes the words.
const dismissed = new Set(JSON.parse(sessionStorage.getItem("parlour-dismissed") || "[]"));
const hiding = new CSSStyleSheet();
const hide = () => hiding.replaceSync([...dismissed].map((id) => `[data-message-id="${id}"] { display: none; }`).join("\n"));
document.adoptedStyleSheets = [hiding];
hide();
addEventListener("click", (event) => {
  const id = event.target.closest?.(".message-ephemeral-note")?.closest("[data-message-id]")?.dataset.messageId;
  if (!id) return;
  dismissed.add(id);
  sessionStorage.setItem("parlour-dismissed", JSON.stringify([...dismissed]));
  hide();
});
