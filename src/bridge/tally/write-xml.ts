import { toNfc } from '../../platform/text.ts'

/** A tag with its content, or several tags. '' stands for nothing. */
export type Xml = string

/** `<NAME>text</NAME>`; '' for an empty text. */
export function field(name: string, text: string | undefined): Xml {
  return text === undefined || text === '' ? '' : `<${name}>${escaped(textOf(text))}</${name}>`
}

/** `<NAME>…</NAME>` around tags; '' without tags. */
export function group(name: string, ...tags: readonly Xml[]): Xml {
  const inner = tags.join('')
  return inner === '' ? '' : `<${name}>${inner}</${name}>`
}

export function yesNo(name: string, isYes: boolean): Xml {
  return field(name, isYes ? 'Yes' : 'No')
}

/** `NAME="text"` with a leading space. */
export function attribute(name: string, text: string): string {
  return ` ${name}="${escaped(textOf(text))}"`
}

/** Tally splits text that is not in composed form, and a character that XML does not allow ends the request (source: measured on 7.1). */
function textOf(text: string): string {
  return toNfc(text).toWellFormed().replace(whiteSpace, ' ').replace(illegal, '')
}

/** Escapes text for content and attributes. One bare ampersand ends the whole request (source: measured on 7.1). */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}

const whiteSpace = /[\t\n\r]+/g

/** Characters that XML 1.0 does not allow, even escaped. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
