// Text made short enough for the fragment of a link, and back.

/** The longest text that a link may stand for: it may come from anybody. */
const LONGEST = 8e6;

async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    parts.push(value);
    length += value.length;
    if (length > LONGEST) throw new Error("This link is too long.");
  }
}

/** Resolves to the text as letters, digits, - and _. */
export async function pack(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Resolves to the text that was packed. */
export async function unpack(packed) {
  try {
    const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  } catch {
    throw new Error("This link is damaged: a part of it may be missing.");
  }
}
