// The engine: Python in a worker. It answers {n, text} by {n, text} or {n, failed}, says {ready: true} once it is up, or {failed}.
// The code, the games and the words of each language lie beside this file, packed by the build, which also writes in:
const RUNTIME = new URL("../runtime/", import.meta.url).href;
const HOME = "/app";
const said = (error) => String(error.message || error);

// A poor network, or a host with many visitors, may refuse once.
const fetchedAtLast = (address, left = 3) => fetch(address).catch(async (error) => {
  if (!left) throw error;
  await new Promise((done) => setTimeout(done, 700));
  return fetchedAtLast(address, left - 1);
});

async function fetched(address) {
  const response = await fetchedAtLast(address);
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  return response;
}

// A pack: the length of its index, the index, and the files one behind the other; see packing.py.
async function unpacked(name) {
  const { body } = await fetched(new URL(`${name}.pack`, import.meta.url));
  const bytes = new Uint8Array(await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  let start = 4 + new DataView(bytes.buffer).getUint32(0, true);
  return JSON.parse(new TextDecoder().decode(bytes.subarray(4, start)))
    .map(([path, size]) => [`${HOME}/${path}`, bytes.subarray(start, start += size)]);
}

function write(FS, files) {
  for (const [path, bytes] of files) {
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, bytes, { canOwn: true });
  }
}

// Some hosts do not know what this is, and then no browser compiles it while it arrives.
async function wasm(address) {
  const response = await fetched(address);
  const type = "application/wasm";
  return response.headers.get("content-type") === type ? response : new Response(response.body, { headers: { "content-type": type } });
}

// The runtime asks for its parts one after the other, and waits for ever where one does not come: so they are fetched for it.
async function runtime() {
  const at = (name) => RUNTIME + name;
  const parts = new Map([
    [at("pyodide.asm.wasm"), wasm(at("pyodide.asm.wasm"))],
    [at("python_stdlib.zip"), fetched(at("python_stdlib.zip"))],
  ]);
  const [{ loadPyodide }, { default: createPyodideModule }, lock] = await Promise.all(
    [import(at("pyodide.js")), import(at("pyodide.asm.js")), fetched(at("lock.json")).then((found) => found.json()), ...parts.values()]);
  const plain = [self.fetch, WebAssembly.instantiateStreaming];
  self.fetch = (address, ...rest) => parts.get(String(address)) ?? plain[0].call(self, address, ...rest);
  const broken = new Promise((_, fail) => {
    WebAssembly.instantiateStreaming = (...given) => plain[1].apply(WebAssembly, given).catch((error) => { fail(error); throw error; });
  });
  const options = { indexURL: RUNTIME, createPyodideModule, lockFileContents: { info: lock, packages: {} } };
  const python = await Promise.race([loadPyodide(options), broken]);
  [self.fetch, WebAssembly.instantiateStreaming] = plain;
  return python;
}

async function start() {
  const [python, ...packs] = await Promise.all([runtime(), unpacked("code"), unpacked("games")]);
  for (const files of packs) write(python.FS, files);
  python.runPython(`import sys; sys.path.append("${HOME}")`);
  return { FS: python.FS, answer: python.pyimport("helper.publish.companion.desk").respond_json };
}

const engine = start();
engine.then(() => postMessage({ ready: true }), (error) => postMessage({ failed: said(error) }));

const languages = new Map();

// Begin to fetch the words as soon as they are asked for, though the engine may take a while yet.
function words(language) {
  if (!languages.has(language)) {
    const written = Promise.all([unpacked(language), engine]).then(([files, { FS }]) => write(FS, files));
    languages.set(language, written);
    written.catch(() => languages.delete(language));
  }
  return languages.get(language);
}

let last = Promise.resolve();
self.onmessage = ({ data: { n, text } }) => {
  const ready = words(JSON.parse(text).context.language);
  const answered = last.then(() => Promise.all([engine, ready])).then(([{ answer }]) => answer(text));
  const failed = (error) => engine.then(() => postMessage({ n, failed: said(error) }), () => postMessage({ failed: said(error) }));
  last = answered.then((text) => postMessage({ n, text }), failed);
};
