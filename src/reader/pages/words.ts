/** Left, top, right and bottom as fractions of the upright page. */
export type Box = readonly [left: number, top: number, right: number, bottom: number]

/** A run of characters without white space. `confidence` is 0 to 1: of its least sure letter in a picture, 1 for a PDF's own text. */
export type Word = { readonly text: string; readonly box: Box; readonly confidence: number }

/** A QR code; `format` as ZXing calls it. */
type Code = { readonly text: string; readonly format: string; readonly box: Box }

/** A page as it was read, in the order of the paper where the file has one. */
export type ReadPage = {
  /** From 1. */
  readonly number: number
  /** Of the upright page, in points (PDF) or pixels (photo): only their ratio and the scale of type matter. */
  readonly width: number
  readonly height: number
  /** By how many degrees clockwise the page was turned to be upright, beyond how it is shown. */
  readonly turned: 0 | 90 | 180 | 270
  readonly source: 'text' | 'ocr'
  /** Of a picture: so many of its lines had unsure letters, and were read a second time with more care. */
  readonly linesReadAgain?: number
  readonly words: readonly Word[]
  readonly codes: readonly Code[]
}

/** The cells of a sheet as texts, row by row. */
export type ReadSheet = { readonly name: string; readonly rows: readonly (readonly string[])[] }

/** What was read of one file: its pages, the files that a PDF carries, and the sheets of a workbook. */
export type ReadFile = {
  readonly pages: readonly ReadPage[]
  readonly attachments: readonly { readonly name: string; readonly bytes: Uint8Array }[]
  readonly sheets?: readonly ReadSheet[]
  /** Which of the passwords opened it, from 0. */
  readonly openedBy?: number
}
