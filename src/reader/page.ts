import type { Box } from './pages/words.ts'
import type { Category } from '../paper/categories.ts'

/** The words of a file, as Daybook's engines read them; positions are fractions of the upright page. */
export type { Box, ReadFile, ReadPage, Word } from './pages/words.ts'

/**
 * Where a value was read, from the most trusted: signed or structured data, a QR code, a PDF's text, a picture; or what was
 * worked out from other values, because it is not printed.
 */
type Source = 'xml' | 'qr' | 'text' | 'ocr' | 'derived'

/** A value with where it stands. `label` is as printed, '' where none is. `confidence` is 0 to 1. */
export type ReadValue = {
  readonly text: string
  readonly label: string
  readonly source: Source
  readonly page?: number
  readonly box?: Box
  readonly confidence: number
  /** Sentences of what makes it doubtful. */
  readonly doubts?: readonly string[]
}

/** One document of a file: its head and each of its lines by canonical key. */
export type ReadDocument = {
  readonly category: Category
  /** `other` is a paper that is none of these, such as a delivery challan. */
  readonly kind:
    'invoice' | 'credit note' | 'debit note' | 'purchase order' | 'bank statement' | 'other'
  readonly pages: readonly number[]
  readonly head: Readonly<Record<string, ReadValue>>
  readonly lines: readonly Readonly<Record<string, ReadValue>>[]
  /** Sentences about the document as a whole. */
  readonly doubts?: readonly string[]
  /** Each column's heading as printed, by canonical key. */
  readonly columns: Readonly<Record<string, string>>
}

/** A doubt about a value, or with the key '' about the document; `line` from 0. `message` is a sentence for a clerk. */
export type Doubt = { readonly key: string; readonly line?: number; readonly message: string }
