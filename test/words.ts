/**
 * Words that the API and the code have, and people have not: a `scan` is a document, what is `unsynced` waits, what is
 * `synced` is delivered, and what is to come once more is put back.
 */
const oldWords =
  /\b(scans?|unsynced|synced|sync(s|ing)?|un-?mark\w*|deliver(\s+(it|them|some\s+days))?\s+again)\b/gi

/** The name of the API itself, and what a camera does with a barcode. */
const allowed = /\bscan[ -]export\b|\bscan (a|its|the) barcode\b/gi

/** Those of them that a text has. */
export function oldWordsIn(text: string): string[] {
  return [...text.replaceAll(allowed, '').matchAll(oldWords)].map(([word]) => word)
}
