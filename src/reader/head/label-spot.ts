/** A printed label: the pieces of a row from `from` to before `to`. */
export type LabelSpot = {
  readonly row: number
  readonly from: number
  readonly to: number
  /** The printed text, without the colon behind it. */
  readonly text: string
  /** The keys of its values, in their order. Empty for a label without a key. */
  readonly keys: readonly string[]
  /** Whether a colon, a stroke or a gap follows. Then the text behind or below is its value. */
  readonly isClosed: boolean
  /** Whether the label stands amid other words, where only its value shows that it is a label. */
  readonly isInSentence: boolean
  /** Whether the label begins its phrase. */
  readonly isFirst: boolean
  /** The second line of a label that a narrow cell breaks: pieces of the row below. */
  readonly wrapped?: { readonly from: number; readonly to: number }
}

/** Signs behind a label that are not part of it. */
export const closedEnd = /\s*[:=\-–—.]+$/
