// The bar fills the cell that has, or last had, the focus.

import { all, on, recall, retain } from "./behind.js";

const bar = document.getElementById("bar");
let keyboard = recall("keyboard");
let isTyping = false;
let current;
let isFresh;

const cells = (root) => all("[data-cell]", root).filter((cell) => cell.checkVisibility?.() ?? cell.offsetParent);
const picks = () => !isTyping && current.dataset.picks?.split(" ");
const typed = () => current.value.trim().replace("−", "-");

function write(value) {
	isFresh = false;
	current.value = value;
	current.dispatchEvent(new Event("input", { bubbles: true }));
}

function step(by) {
	const { low, high } = current.dataset;
	const value = +typed() + by;
	if (!isNaN(value) && !(value < low || value > high)) write(value);
}

function press(face) {
	// A first digit replaces what stood there.
	if (!picks()) return write(((isFresh ? "" : typed()) + face).replace(/^(-?)0+(?=\d)/, "$1"));
	write(face);
	acts.next();
}

const acts = {
	minus: () => step(-1),
	plus: () => step(1),
	sign: () => typed() && step(-2 * typed()),
	erase: () => write(picks() ? "" : typed().slice(0, -1)),
	digits: () => isTyping = !isTyping,
	keyboard() {
		retain("keyboard", keyboard = keyboard ? "" : "numeric");
		settle();
	},
	next() {
		const row = cells(current.form);
		(row[row.indexOf(current) + 1] ?? current.form.querySelector("[type=submit]"))?.focus();
	},
};

function label() {
	const { picks: some, low } = current?.dataset ?? {};
	const off = { keyboard: false, digits: !some, sign: !current || low >= 0 };
	const pressed = { keyboard: !!keyboard, digits: isTyping };
	const faces = current ? picks() || [..."0123456789"] : [];
	all("[data-key]", bar).forEach((key, at) => {
		key.textContent = faces[at] ?? "";
		key.disabled = key.ariaHidden = !faces[at];
	});
	for (const tool of all("[data-do]", bar)) {
		tool.disabled = off[tool.dataset.do] ?? !current;
		tool.ariaPressed = pressed[tool.dataset.do];
	}
}

function point(cell) {
	isTyping &&= cell === current;
	isFresh ||= cell !== current;
	current = cell;
	for (const one of cells()) one.classList.toggle("current", one === cell);
	label();
}

export function settle() {
	for (const cell of all("[data-cell]")) cell.inputMode = keyboard || "none";
	const seen = cells();
	point(seen.find((cell) => cell.id === current?.id || cell.matches(".current")) ?? seen[0]);
}

bar.onmousedown = (event) => event.preventDefault();
bar.onclick = ({ target }) => {
	const { do: act, key } = target.dataset;
	if (act) acts[act]();
	else if (key != null) press(target.textContent);
	label();
};
on("focusin", ({ target }) => {
	if (target.matches("[data-cell]")) point(target);
	else if (target.matches("input:not([type=radio], [type=checkbox]), select")) point();
});
