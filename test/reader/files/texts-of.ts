import type { ReadValue } from '../../../src/reader/page.ts'

/** Key → text. */
export function textsOf(values: Record<string, ReadValue> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(values ?? {}).map(([key, { text }]) => [key, text]))
}
