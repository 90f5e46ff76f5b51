import type { Fields } from '../paper/checks/document.ts'
import type { ReadValue } from './page.ts'

/** What was read as the checks want it: canonical key → text. */
export function textsOf(values: Readonly<Record<string, ReadValue>>): Fields {
  return Object.fromEntries(Object.entries(values).map(([key, { text }]) => [key, text]))
}
