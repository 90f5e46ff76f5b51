import type { Category } from '../paper/categories.ts'
import type { Fields } from '../paper/checks/document.ts'

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
  /** Why the confidence is low, if not for the letters: a sentence for a clerk. */
  readonly reason?: string
  /** Sentences that say why the value is doubtful. */
  readonly doubts?: readonly string[]
}

export type ReadValues = Readonly<Record<string, ReadValue>>

/** A value that a data file or a code names: nothing was guessed. */
export function namedValue(text: string, source: 'xml' | 'qr' = 'xml'): ReadValue {
  return { text, label: '', source, confidence: 1 }
}

/** The value with one more doubt. */
export function withDoubt<Value extends Pick<ReadValue, 'doubts'>>(value: Value, doubt: string) {
  return { ...value, doubts: [...(value.doubts ?? []), doubt] }
}

/** One document of a file. Its head and its lines are by key. */
export type ReadDocument = {
  readonly category: Category
  /** `other` is any other paper, such as a delivery challan. */
  readonly kind:
    'invoice' | 'credit note' | 'debit note' | 'purchase order' | 'bank statement' | 'other'
  readonly pages: readonly number[]
  readonly head: ReadValues
  readonly lines: readonly ReadValues[]
  /** Sentences about the document as a whole. */
  readonly doubts?: readonly string[]
  /** The printed heading of each column, by key. */
  readonly columns: Readonly<Record<string, string>>
}

/** A doubt about a value, or about the document if the key is ''. `line` counts from 0. `message` is a sentence for a clerk. */
export type Doubt = { readonly key: string; readonly line?: number; readonly message: string }

/** The texts of the values by key, in the form that the checks take. */
export function textsOf(values: ReadValues): Fields {
  return Object.fromEntries(Object.entries(values).map(([key, { text }]) => [key, text]))
}

/** Left, top, right and bottom as fractions of the upright page. */
export type Box = readonly [left: number, top: number, right: number, bottom: number]

/** The place of rows on a page. `top` and `bottom` are fractions of its height. */
export type Area = { readonly page: number; readonly top: number; readonly bottom: number }

/**
 * Characters without white space between them. `confidence` is 0 to 1: that of the least sure letter in a picture, 1
 * for a PDF's own text.
 */
export type Word = { readonly text: string; readonly box: Box; readonly confidence: number }

/** A QR code. `format` is ZXing's name. */
type Code = { readonly text: string; readonly format: string; readonly box: Box }

/** The words of a page are in the paper's order where the file has one. */
export type ReadPage = {
  /** From 1. */
  readonly number: number
  /** The size of the upright page, in points (PDF) or pixels (photo). Only the ratio and the scale of type matter. */
  readonly width: number
  readonly height: number
  /** The clockwise turn in degrees that made the page upright, beyond its shown rotation. */
  readonly turned: 0 | 90 | 180 | 270
  readonly source: 'text' | 'ocr'
  /** For a picture: the number of lines with unsure letters that were read again with more care. */
  readonly linesReadAgain?: number
  readonly words: readonly Word[]
  readonly codes: readonly Code[]
}

/** The cells of a sheet as texts, row by row. */
export type ReadSheet = { readonly name: string; readonly rows: readonly (readonly string[])[] }

/** Everything read from a file: its pages, the files attached to a PDF, and the sheets of a workbook. */
export type ReadFile = {
  readonly pages: readonly ReadPage[]
  readonly attachments: readonly { readonly name: string; readonly bytes: Uint8Array }[]
  readonly sheets?: readonly ReadSheet[]
  /** The index of the password that opened the file. */
  readonly openedBy?: number
}
