import type { Fields } from '../paper/checks/document.ts'
import type { ReadValue } from './page.ts'

/** The texts of the values by key, in the form that the checks take. */
export function textsOf(values: Readonly<Record<string, ReadValue>>): Fields {
  return Object.fromEntries(Object.entries(values).map(([key, { text }]) => [key, text]))
}
