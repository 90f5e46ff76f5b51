import type { Box } from './pages/words.ts'
import type { Category } from '../paper/categories.ts'
import type { Fields } from '../paper/checks/document.ts'

/** The words of a file, as Daybook's engines read them. Positions are fractions of the upright page. */
export type { Box, ReadFile, ReadPage, Word } from './pages/words.ts'

/**
 * The source of a value, the most trusted first: signed or structured data, a QR code, the text of a PDF, a picture. `derived` values are
 * not printed. They are worked out from other values.
 */
type Source = 'xml' | 'qr' | 'text' | 'ocr' | 'derived'

/** A value and its place. `label` is as printed, or ''. `confidence` is 0 to 1. */
export type ReadValue = {
  readonly text: string
  readonly label: string
  readonly source: Source
  readonly page?: number
  readonly box?: Box
  readonly confidence: number
  /** Sentences that say why the value is doubtful. */
  readonly doubts?: readonly string[]
}

/** One document of a file. Its head and its lines are by key. */
export type ReadDocument = {
  readonly category: Category
  /** `other` is any other paper, such as a delivery challan. */
  readonly kind:
    'invoice' | 'credit note' | 'debit note' | 'purchase order' | 'bank statement' | 'other'
  readonly pages: readonly number[]
  readonly head: Readonly<Record<string, ReadValue>>
  readonly lines: readonly Readonly<Record<string, ReadValue>>[]
  /** Sentences about the document as a whole. */
  readonly doubts?: readonly string[]
  /** The printed heading of each column, by key. */
  readonly columns: Readonly<Record<string, string>>
}

/** A doubt about a value, or about the document if the key is ''. `line` counts from 0. `message` is a sentence for a clerk. */
export type Doubt = { readonly key: string; readonly line?: number; readonly message: string }

/** The texts of the values by key, in the form that the checks take. */
export function textsOf(values: Readonly<Record<string, ReadValue>>): Fields {
  return Object.fromEntries(Object.entries(values).map(([key, { text }]) => [key, text]))
}
