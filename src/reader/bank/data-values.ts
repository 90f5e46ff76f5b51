import type { ReadValue } from '../page.ts'

/* Values of data files. These files name each value, so that nothing is guessed. */

export type Fields = Readonly<Record<string, ReadValue>>

/** Empty if the value is missing or blank. */
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
