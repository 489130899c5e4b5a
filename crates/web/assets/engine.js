// The engine: the WebAssembly module, in workers of its own. A worker answers requests as JSON;
// what takes time it does in slices, and tells of each.

import { Refused } from "./refused.js";

/** What a worker does. It is turned to text and runs there, so it uses nothing from outside. */
function serve() {
  let engine;
  const writer = new TextEncoder();
  const reader = new TextDecoder();

  function call(request) {
    const text = writer.encode(JSON.stringify(request));
    const place = engine.request(text.length);
    new Uint8Array(engine.memory.buffer).set(text, place);
    const length = engine.call();
    return JSON.parse(reader.decode(new Uint8Array(engine.memory.buffer, engine.answer(), length)));
  }

  function answer({ number, request, sliced }) {
    const began = performance.now();
    const first = call(request);
    if (!sliced || first.refused) return postMessage({ number, last: true, ...first });
    for (;;) {
      const slice = call({ step: { elapsed: performance.now() - began } });
      const last = Boolean(slice.refused || slice.ok.last);
      postMessage({ number, last, refused: slice.refused, ok: slice.ok?.told });
      if (last) return undefined;
    }
  }

  self.onmessage = ({ data }) => {
    if (data.module) engine = new WebAssembly.Instance(data.module, {}).exports;
    else {
      try {
        answer(data);
      } catch (error) {
        postMessage({ number: data.number, last: true, failed: String(error) });
      }
    }
  };
}

const bytesOf = (base64) => Uint8Array.from(atob(base64.trim()), (letter) => letter.charCodeAt(0));

/** Loads a script beside the page, for pages that are opened from a disk: those can fetch nothing. */
export function loadScript(name) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    Object.assign(script, { src: name, onload: resolve, onerror: reject });
    document.head.append(script);
  });
}

/** Resolves to the module as it was packed: inside the page, beside it, or from the server. */
async function packedModule() {
  const inside = document.querySelector("#engine");
  if (inside) return bytesOf(inside.textContent);
  if (location.protocol === "file:") {
    await loadScript("assets/fruitrage.wasm.js");
    return bytesOf(globalThis.fruitrageModule);
  }
  const response = await fetch("assets/fruitrage.wasm.gz");
  if (!response.ok) throw new Error(`status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function loadModule() {
  try {
    const packed = await packedModule();
    // A server may have unpacked it on the way.
    if (packed[0] === 0) return await WebAssembly.compile(packed);
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return await WebAssembly.compile(await new Response(stream).arrayBuffer());
  } catch (error) {
    throw new Refused(0, `The engine could not be loaded (${error.message ?? "no file"}).`);
  }
}

let loading = null;

/** Whether this page can have an engine. */
export const hasEngine = () => !document.querySelector("#data") || Boolean(document.querySelector("#engine"));

/** Resolves to the module; it is loaded once. */
function module() {
  loading ??= loadModule();
  // The next one may try again.
  loading.catch(() => (loading = null));
  return loading;
}

/** A worker with the engine in it. It is started when it is first needed. */
export class Engine {
  #worker = null;
  #waiting = new Map();
  #number = 0;
  #life = 0;

  async #start() {
    const life = this.#life;
    const compiled = await module();
    if (this.#worker || life !== this.#life) return;
    const source = URL.createObjectURL(new Blob([`(${serve})()`], { type: "text/javascript" }));
    this.#worker = new Worker(source);
    URL.revokeObjectURL(source);
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.onerror = () => this.#fail("The engine has failed.");
    this.#worker.postMessage({ module: compiled });
  }

  #hear({ number, last, ok, refused, failed }) {
    const waiting = this.#waiting.get(number);
    if (last) this.#waiting.delete(number);
    if (failed) {
      waiting?.reject(new Refused(500, "The engine has failed at this."));
      // It may be in any state now.
      this.#fail("The engine has failed.");
    } else if (refused) waiting?.reject(new Refused(refused.status, refused.message));
    else if (last) waiting?.resolve(ok);
    else waiting?.told(ok);
  }

  #fail(message) {
    const waiting = [...this.#waiting.values()];
    this.end();
    for (const { reject } of waiting) reject(new Refused(500, message));
  }

  async #send(request, sliced, told) {
    const life = this.#life;
    const number = ++this.#number;
    const answered = new Promise((resolve, reject) => this.#waiting.set(number, { resolve, reject, told }));
    try {
      if (!this.#worker) await this.#start();
    } catch (error) {
      this.#waiting.get(number)?.reject(error);
      this.#waiting.delete(number);
    }
    if (life === this.#life) this.#worker?.postMessage({ number, request, sliced });
    return answered;
  }

  /** Resolves to the answer. */
  ask(request) {
    return this.#send(request, false, () => {});
  }

  /** Works on something in slices. `told` hears what each has found; resolves to what the last has. */
  work(wanted, told) {
    return this.#send({ work: wanted }, true, told);
  }

  /** Ends whatever it does. What was asked is never answered. */
  end() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#waiting.clear();
    this.#life += 1;
  }
}
