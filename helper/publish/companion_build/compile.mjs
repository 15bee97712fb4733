// Run a Python file in Pyodide with a folder of this machine at /work: node compile.mjs RUNTIME FILE FOLDER
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, file, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")).href);
const { info } = JSON.parse(readFileSync(join(runtime, "pyodide-lock.json"), "utf8"));
// The order of sets must be the same in every run, or the same sources make other bytecode.
const pyodide = await loadPyodide({ lockFileContents: { info, packages: {} }, env: { PYTHONHASHSEED: "0" } });
pyodide.mountNodeFS("/work", folder);
pyodide.runPython(readFileSync(file, "utf8"));
