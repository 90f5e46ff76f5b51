/**
 * Words that the API and the code have, and people have not: a `scan` is a document, what is `unsynced` waits, what is
 * `synced` is delivered, and what is to come once more is put back.
 */
const oldWords =
  /\b(scans?|unsynced|synced|sync(s|ing)?|un-?mark\w*|deliver(ed|s)?(\s+\w+){0,3}\s+again)\b/gi

/** The name of the API itself. */
const apiName = /\bscan[ -]export\b/gi

/** Those of them that a text has. */
export function oldWordsIn(text: string): string[] {
  return [...text.replaceAll(apiName, '').matchAll(oldWords)].map(([word]) => word)
}
