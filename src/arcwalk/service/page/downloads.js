// Copying and saving: CoNLL-U, and pictures of trees.

const SCALE = 2; // pixels of a PNG per pixel of the tree
const LARGEST_SIDE = 16_384; // pixels: what all browsers can draw

/** Save a text or the bytes of an image under a name. */
export function save(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function saveConllu(name, text) {
  save(name, text, "text/plain;charset=utf-8");
}

export function saveSvg(name, picture) {
  save(name, svgText(picture), "image/svg+xml");
}

export async function savePng(name, picture) {
  save(name, await png(picture), "image/png");
}

/** Copy a text; where the browser denies it, as on pages without https, by way of a selection. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    if (!copied) throw new Error("The browser does not allow copying; download the file instead.");
  }
}

/** A file name for the tree of a sentence. */
export function pictureName(sentence, extension) {
  const name = (sentence.id || `sentence-${sentence.number}`).replace(/[^\p{L}\p{N}._-]+/gu, "-");
  return `${name}.${extension}`;
}

function svgText(picture, isLight = false) {
  const copied = picture.cloneNode(true);
  const style = copied.querySelector("style");
  if (isLight) style.textContent = style.textContent.replace("(prefers-color-scheme: dark)", "not all");
  for (const part of copied.querySelectorAll(".selected, .changed")) part.classList.remove("selected", "changed");
  return new XMLSerializer().serializeToString(copied);
}

async function png(picture) {
  const width = Number(picture.getAttribute("width"));
  const height = Number(picture.getAttribute("height"));
  const scale = Math.min(SCALE, LARGEST_SIDE / Math.max(width, height));
  const url = URL.createObjectURL(new Blob([svgText(picture, true)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}
