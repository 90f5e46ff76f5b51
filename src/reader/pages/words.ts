/** Left, top, right and bottom as fractions of the upright page. */
export type Box = readonly [left: number, top: number, right: number, bottom: number]

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
