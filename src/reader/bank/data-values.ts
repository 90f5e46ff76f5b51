import type { ReadValue } from '../page.ts'

/* Values of files that programs write for programs: each says what it is. */

export type Fields = Readonly<Record<string, ReadValue>>

/** Nothing for a value that is not there. */
export function dataValue(key: string, text: string | undefined): Fields {
  const own = text?.replaceAll(/\s+/g, ' ').trim() ?? ''
  return own === '' ? {} : { [key]: { text: own, label: '', source: 'xml', confidence: 1 } }
}

/** "-500.00" went out, "500,00" came in. */
export function signedAmount(text: string): Fields {
  const amount = text
    .trim()
    .replace(/^[+-]/, '')
    .replace(/,(?=\d{1,2}$)/, '.')
  return dataValue(text.trim().startsWith('-') ? 'debit' : 'credit', amount)
}
