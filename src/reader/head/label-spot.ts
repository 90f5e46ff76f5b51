/** A printed label: pieces `from` to before `to` of a row. */
export type LabelSpot = {
  readonly row: number
  readonly from: number
  readonly to: number
  /** As printed, without the colon behind it. */
  readonly text: string
  /** Of its values, in their order; none for a label that no key is for. */
  readonly keys: readonly string[]
  /** A colon or a stroke behind it, or nothing but a gap: what it stands before or above is its value. */
  readonly isClosed: boolean
  /** Whether it stands amid other words, where nothing but its value tells that it is a label. */
  readonly isInSentence: boolean
  /** Whether it stands at the left end of its phrase. */
  readonly isFirst: boolean
  /** Its second line, where a narrow cell breaks it: pieces of the row below. */
  readonly wrapped?: { readonly from: number; readonly to: number }
}

/** What ends a label and is none of it. */
export const closedEnd = /\s*[:=\-–—.]+$/
