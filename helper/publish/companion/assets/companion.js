// Shows views, carries forms to the engine, puts answers in place.

import { settle } from "./bar.js";
import { all, exchange, isUp, listen, on, page, randomId, recall, retain } from "./behind.js";

const byId = (id) => document.getElementById(id);
const scopeOf = (part) => part.closest("[data-scope]");
const trouble = byId("trouble");
const workers = page.sw && navigator.serviceWorker;

const inside = (form) => [...new FormData(form)];

function sent(form) {
	const hidden = all(":scope [hidden] [name]", form).map((one) => one.name);
	return inside(form).filter(([name]) => !hidden.includes(name));
}

function keep(form) {
	if (form?.dataset.keep) retain(form.dataset.keep, JSON.stringify(inside(form)));
}

function fill(form, values) {
	const known = Object.fromEntries(values);
	for (const one of form.elements) {
		if (/radio|checkbox/.test(one.type)) one.checked = one.value === known[one.name];
		else one.value = known[one.name] ?? one.value;
	}
}

function refill(root) {
	for (const form of all("[data-keep]", root)) {
		const kept = recall(form.dataset.keep);
		if (kept) fill(form, JSON.parse(kept));
	}
	choose();
}

function choose() {
	const choosers = all("[data-chooses]:not([type=radio]), [data-chooses]:checked");
	for (const part of all("[data-for]")) {
		const scope = scopeOf(part.parentElement);
		const words = choosers.filter((one) => scopeOf(one) === scope).flatMap((one) => one.value.split(" "));
		part.hidden = !part.dataset.for.split(" ").some((word) => words.includes(word));
	}
	settle();
}

function turn(part, act, word) {
	const chooser = scopeOf(part).querySelector("[type=hidden]");
	const words = new Set(chooser.value.split(" "));
	words[act](word);
	chooser.value = [...words].join(" ");
	keep(chooser.form);
	choose();
}

function write(box, html, isNews) {
	if (!box || box.written === html) return;
	const open = all("details[open][id]", box);
	// What others enter must not undo what is being typed.
	const held = all("[id]", box).filter((one) => isNews && one.written);
	box.innerHTML = box.written = html;
	for (const one of held) byId(one.id)?.replaceWith(one);
	for (const { id } of open) byId(id)?.setAttribute("open", "");
	refill(box);
}

function say(name, box) {
	box.note?.remove();
	box.note = document.createElement("div");
	box.note.append(byId(`say-${name}`)?.content.cloneNode(true) ?? name);
	box.prepend(box.note);
}

function put({ put, clear = [], save, view, make, fresh }, isNews) {
	const focused = document.activeElement;
	const top = scrollY;
	for (const id in put) write(byId(id), put[id], isNews);
	if (document.activeElement !== focused) byId(focused.id)?.focus();
	scrollTo(0, top);
	for (const id of clear) {
		retain(id, "");
		for (const form of all(`[data-keep="${id}"]`)) form.reset();
	}
	if (save) Object.assign(document.createElement("a"), { download: save[0], href: URL.createObjectURL(new Blob([save[1]])) }).click();
	if (view) location.hash = view;
	if (make) navigator.storage?.persist();
	if (fresh) refresh();
}

function reveal(box) {
	const { top } = box.getBoundingClientRect();
	if (top < 60 || top > innerHeight / 2) box.scrollIntoView();
}

const asked = {};
let line = Promise.resolve();

async function ask(name, fields, { out: id, isNews } = {}) {
	const key = JSON.stringify([name, fields]);
	if (asked[key]?.waits) return;
	// What got no answer may have been done: sent again it is the same entry.
	const one = asked[key] ??= { stamp: [randomId(), new Date().toISOString()] };
	const out = byId(id) ?? trouble;
	const around = out.parentElement;
	const timer = setTimeout(() => id && say(isUp ? "busy" : "early", out), isUp && 200);
	const request = { ...one, context: JSON.parse(page.context), ask: name, fields, me: JSON.parse(recall("me") || "[]"), out: id };
	one.waits = true;
	line = line.catch(() => {}).then(() => {
		one.waits = !isNews;
		return exchange(request);
	});
	try {
		put(await line, isNews);
		one.waits = false;
		// What was lost before stands in the answer by now, if it came through.
		for (const other in asked) if (!asked[other].waits) delete asked[other];
		out.note?.remove();
		trouble.note?.remove();
	} catch (why) {
		say(why.message ? "failed" : why, out);
		one.waits = false;
	}
	// The answer may have taken the place of all that the element stood in.
	if (!isNews) reveal(byId(id) ?? (out.isConnected ? out : around));
	clearTimeout(timer);
}

const refresh = () => document.hidden || ask("record", [], { isNews: true });

function show(event) {
	const [id, inputs] = location.hash.slice(1).split("?");
	const views = all("[data-view]");
	const target = byId(id);
	const view = target?.closest("[data-view]") ?? views[0];
	for (const one of views) one.hidden = one !== view;
	for (const link of all("[data-to]")) {
		link.ariaCurrent = link.hash === `#${view.id}` && "page";
		link.closest("details")?.removeAttribute("open");
		if (link.ariaCurrent === "page") link.parentElement.scrollLeft = link.offsetLeft - 60;
	}
	settle();
	if (event) {
		for (const box of all("[data-passing]")) write(box, "");
		view.tabIndex = -1;
		view.focus();
		scrollTo(0, 0);
		if (target !== view) target?.scrollIntoView();
	}
	if (!inputs || !view.querySelector("[data-share]")) return;
	// Else a reload would undo what is typed later.
	history.replaceState(0, "", `#${view.id}`);
	const form = view.querySelector("[data-keep]");
	form.reset();
	fill(form, [...sent(form), ...new URLSearchParams(inputs)]);
	keep(form);
	choose();
	form.requestSubmit();
}

let lock;

const presses = {
	language: (link) => link.hash = location.hash,
	ask: ({ dataset }) => ask(dataset.ask, JSON.parse(dataset.with), dataset),
	drops: (button) => turn(button, "delete", button.dataset.drops),
	async awake(button, isOn = !lock) {
		lock?.release();
		lock = isOn && await navigator.wakeLock?.request("screen").catch(() => {});
		button.ariaPressed = !!lock;
	},
	share(button) {
		const view = button.closest("[data-view]");
		const inputs = new URLSearchParams(sent(view.querySelector("form")).filter((pair) => pair[1]));
		const shown = view.querySelector("[data-share-link]");
		shown.value = new URL(`#${view.id}?${inputs}`, location);
		shown.hidden = false;
		shown.select();
		// Where it may not write there, what is selected can be copied.
		navigator.clipboard?.writeText(shown.value).catch(() => {});
	},
	async update() {
		workers.oncontrollerchange = () => location.reload();
		(await workers.getRegistration()).waiting.postMessage("take");
	},
};

on("click", (event) => {
	const button = event.target.closest("button, [data-language]");
	if (!button) return;
	const { dataset } = button;
	// A second tap falls on what has taken the place of the first.
	if (event.detail > 1 || dataset.sure && !confirm(dataset.sure)) return event.preventDefault();
	for (const kind in presses) if (kind in dataset) presses[kind](button);
});
on("submit", (event) => {
	event.preventDefault();
	const { dataset } = event.target;
	const fields = sent(event.target);
	if ("join" in dataset) retain("join", fields.shift()[1]);
	if (dataset.ask) ask(dataset.ask, fields, dataset);
	else refresh();
});
on("reset", ({ target }) => {
	retain(target.dataset.keep, "");
	for (const one of all("[type=hidden][data-chooses]", target)) one.value = "";
	// The fields are emptied after this.
	setTimeout(choose);
});
on("input", ({ target: { form, dataset } }) => {
	keep(form);
	if (form) form.parentElement.closest("[id]").written ??= true;
	if ("chooses" in dataset) choose();
});
on("change", async ({ target }) => {
	const { dataset, files, form, value } = target;
	if (form?.dataset.me === "") refresh();
	if ("adds" in dataset) turn(target, "add", value);
	if (files) ask(dataset.ask, [["text", await files[0].text()]], dataset);
	if (files || "adds" in dataset) target.value = "";
});
on("hashchange", show);
on("denied", () => trouble.after(byId("say-storage").content));
on("visibilitychange", () => {
	refresh();
	if (!document.hidden && lock?.released) presses.awake(all("[data-awake]")[0], true);
});

if (!isSecureContext) for (const one of all("[data-instead]")) one.hidden = !(one.previousElementSibling.hidden = true);

async function install() {
	const one = await workers.register(page.sw, { scope: page.scopeOfSite });
	const offer = () => all("[data-update]")[0].hidden = !(one.waiting && one.active);
	one.onupdatefound = () => one.installing.onstatechange = offer;
	offer();
	on("visibilitychange", () => document.hidden || one.update().catch(() => {}));
	workers.onmessage = ({ data }) => all("[data-offline]")[0].hidden = !data.offline;
	(await workers.ready).active.postMessage("state");
}

const [, join] = location.hash.split("#join=");
if (join) {
	retain("join", join);
	history.replaceState(0, "", location.pathname);
}
refill();
show();
// Keeping the site for offline use would compete with the engine.
Promise.resolve(refresh()).then(() => workers && install().catch(() => {}));
listen(refresh);
trouble.textContent = "";
