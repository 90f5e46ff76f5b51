import { namedValue, type ReadValues } from '../page.ts'
import type { NamedBalance } from './named-balances.ts'

/* Values of data files. These files name each value, so that nothing is guessed. */

/** Empty if the value is missing or blank. */
export function dataValue(key: string, text: string | undefined): ReadValues {
  const own = text?.replaceAll(/\s+/g, ' ').trim() ?? ''
  return own === '' ? {} : { [key]: namedValue(own) }
}

/** "-500.00" went out, "500,00" came in. */
export function signedAmount(text: string): ReadValues {
  const amount = text
    .trim()
    .replace(/^[+-]/, '')
    .replace(/,(?=\d{1,2}$)/, '.')
  return dataValue(text.trim().startsWith('-') ? 'debit' : 'credit', amount)
}

/** Empty if the amount is missing. */
export function dataBalance(key: NamedBalance['key'], amount: string | undefined): NamedBalance[] {
  return amount === undefined ? [] : [{ key, isSure: true, value: namedValue(amount) }]
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  quot: '"',
  apos: "'",
}

/** The text of a web page or of SGML between two tags. */
export function plainText(text: string): string {
  return text
    .replaceAll(/&#(x?)([\da-f]{1,6});/gi, (_, hex: string, digits: string) =>
      character(Number.parseInt(digits, hex === '' ? 10 : 16)),
    )
    .replaceAll(/&(\w+);/g, (all, name: string) => entities[name] ?? all)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function character(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}
