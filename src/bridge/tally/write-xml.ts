import { type Paise, rupeesText } from '../vouchers/voucher.ts'
import { toNfc } from '../../platform/text.ts'

/** `25.00`. Debits are negative in Tally. */
export function amountText(paise: Paise): string {
  return rupeesText(-paise)
}

/** `20260804` */
export function dateText(day: string): string {
  return day.replaceAll('-', '')
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `31-Mar-2027`: Tally's form of a day or a period of time. */
export function dayText(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return [date, months[Number(month) - 1], year].join('-')
}

/** ` 10 Nos`: Tally itself writes the leading space. */
export function quantityText(quantity: number, unit: string): string {
  return ` ${plain(quantity)} ${unit}`
}

/** `100.00/Nos` */
export function rateText(rate: number, unit: string): string {
  const text = plain(rate)
  const [, decimals = ''] = text.split('.')
  return `${decimals.length < 2 ? rate.toFixed(2) : text}/${unit}`
}

/** The most decimals of quantities and rates. */
const decimalsMax = 6

function plain(value: number): string {
  return String(Number(value.toFixed(decimalsMax)))
}

/** States that Tally spells differently from the law, as in its exports. */
const spellings: ReadonlyMap<string, string> = new Map([
  ['Jammu and Kashmir', 'Jammu & Kashmir'],
  ['Andaman and Nicobar Islands', 'Andaman & Nicobar Islands'],
  ['Dadra and Nagar Haveli and Daman and Diu', 'Dadra & Nagar Haveli and Daman & Diu'],
])

/** Tally's name for a state of platform/gst/rates-and-states.ts. */
export function stateText(state: string | undefined): string | undefined {
  return state === undefined ? undefined : (spellings.get(state) ?? state)
}

/** Tally's name for a kind of registration, since release 3. */
export function registrationText(registration: 'Regular' | 'Composition' | 'Unregistered'): string {
  return registration === 'Unregistered' ? 'Unregistered/Consumer' : registration
}

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
