// What this browser keeps, the engine, news of other tabs and phones.

export const page = document.documentElement.dataset;
export const on = addEventListener;
export const all = (what, root = document) => [...root.querySelectorAll(what)];
// Sites may share an origin.
const home = `${new URL(page.scopeOfSite ?? ".", location).pathname}${page.store}:`;
// Plain http has no randomUUID.
export const randomId = () => crypto.getRandomValues(new Uint32Array(4)).join("");

const own = {};

export function recall(name) {
	try { return own[name] ?? localStorage.getItem(home + name) ?? ""; } catch { return ""; }
}

// A page goes on with its own values, even where keeping is denied.
export function retain(name, text) {
	own[name] = text;
	try { localStorage.setItem(home + name, text); } catch { dispatchEvent(new Event("denied")); }
}

const got = (what, good = "onsuccess", bad = "onerror") => new Promise((done, fail) => {
	what[good] = () => done(what.result);
	what[bad] = () => fail(what.error);
});

// Open connections die while phones sleep.
async function within(work) {
	const asked = indexedDB.open(home, 1);
	asked.onupgradeneeded = () => asked.result.createObjectStore("records");
	const base = await got(asked);
	const change = base.transaction("records", "readwrite", { durability: "strict" });
	const over = got(change, "oncomplete", "onabort").finally(() => base.close());
	return (await Promise.all([work(change.objectStore("records")), over]))[0];
}

// The keys, [id, header, number of events], tell what there is.
const under = (id) => IDBKeyRange.bound([id], [id, []]);
const lay = (records, id, book) => records.add(book, [id, book[0], book.length - 1]);

const read = () => within(async (records) => ({
	shelf: await got(records.getAllKeys()),
	book: await got(records.get(under(recall("record")))),
	open: recall("record"),
}));

// Of two tabs adding at once, one asks again.
const grow = (id, book, lines) => within(async (records) => {
	const key = await got(records.getKey(under(id)));
	if (key?.[2] !== book.length - 1) return false;
	records.delete(key);
	lay(records, id, [...book, ...lines]);
	return true;
});

async function obey({ add, make, use, drop }, book) {
	const id = recall("record");
	try {
		if (add && !(await grow(id, book, add))) return false;
		if (make) await within((records) => lay(records, use = randomId(), make));
		if (drop) await within((records) => records.delete(under(drop)));
	} catch { throw "storage"; }
	if (use || drop === id) retain("record", use ?? "");
	if (add || use || drop) tabs.postMessage("");
	return true;
}

const isRemote = page.engine === "http";
export let isUp = isRemote;
let worker;
let waiting;

// A dead worker is followed by another.
function start() {
	worker = new Worker(page.worker, { type: "module" });
	worker.onerror = worker.onmessage = ({ message, data: { ready, n, text, failed = message } = {} }) => {
		if (ready) return isUp = true;
		if (text) return waiting.done(JSON.parse(text));
		console.warn(failed);
		if (!n) worker = isUp = worker?.terminate();
		waiting?.fail("failed");
	};
}

if (!isRemote) start();

const work = (text) => new Promise((done, fail) => {
	waiting = { done, fail };
	worker ?? start();
	worker.postMessage({ n: 1, text });
});

async function post(body) {
	const headers = { "content-type": "application/json", "x-join": recall("join") };
	for (const pause of [500, 1500, 3000]) {
		const signal = AbortSignal.timeout?.(9000);
		const reply = await fetch(page.askUrl, { method: "POST", headers, body, signal }).catch(() => {});
		if (reply?.ok) return reply.json();
		if (reply) throw await reply.text();
		await new Promise((done) => setTimeout(done, pause));
	}
	throw "lost";
}

// What is thrown is a sentence, or names one of the page.
export async function exchange(request) {
	for (let left = 20; left--;) {
		const record = isRemote || await read().catch(() => ({ shelf: [] }));
		const answer = await (isRemote ? post : work)(JSON.stringify({ ...request, ...record }));
		if (await obey(answer, record.book)) return answer;
	}
	throw "failed";
}

const tabs = new BroadcastChannel(home);

export function listen(news) {
	const me = randomId();
	let heard = 0;
	let stream;
	const stop = () => stream = stream?.close();
	// Browsers have few connections: of the visible tabs, the lowest id holds the stream.
	const beat = () => {
		if (document.hidden || !page.live) return stop();
		tabs.postMessage(me);
		if (stream || Date.now() - heard < 2500) return;
		stream = new EventSource(page.live);
		stream.onerror = stop;
		// What was missed while there was none is asked for.
		stream.onopen = news;
		stream.onmessage = () => { tabs.postMessage(""); news(); };
	};
	tabs.onmessage = ({ data }) => {
		if (!data) return news();
		if (data > me) return;
		heard = Date.now();
		stop();
	};
	beat();
	setInterval(beat, 1000);
	on("visibilitychange", beat);
}
