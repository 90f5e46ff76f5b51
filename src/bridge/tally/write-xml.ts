import { toNfc } from '../../platform/text.ts'

/** A tag with what is in it: a text, or more of them; '' stands for nothing at all. */
export type Xml = string

/** `<NAME>text</NAME>`; nothing where there is no text. */
export function field(name: string, text: string | undefined): Xml {
  return text === undefined || text === '' ? '' : `<${name}>${escaped(textOf(text))}</${name}>`
}

/** `<NAME>…</NAME>` around tags; nothing where there are none. */
export function group(name: string, ...tags: readonly Xml[]): Xml {
  const inner = tags.join('')
  return inner === '' ? '' : `<${name}>${inner}</${name}>`
}

export function yesNo(name: string, isYes: boolean): Xml {
  return field(name, isYes ? 'Yes' : 'No')
}

/** `NAME="text"` with a space before it. */
export function attribute(name: string, text: string): string {
  return ` ${name}="${escaped(textOf(text))}"`
}

/** Tally takes text apart that is not composed, and a request ends at what XML has no character for (source: measured on 7.1). */
function textOf(text: string): string {
  return toNfc(text).toWellFormed().replace(whiteSpace, ' ').replace(illegal, '')
}

/** A text as it stands between tags or quotation marks: one bare ampersand ends the whole request (source: measured on 7.1). */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}

const whiteSpace = /[\t\n\r]+/g

/** What XML 1.0 has no character for, also escaped. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
