import type { ReadValue } from '../../../../../src/services/scan-export/reading/page.ts'

/** Key → text. */
export function textsOf(values: Record<string, ReadValue> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(values ?? {}).map(([key, { text }]) => [key, text]))
}
