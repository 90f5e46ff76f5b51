import type { Category } from '../../paper/categories.ts'
import type { Piece } from '../level.ts'
import type { ReadPage, ReadValue } from '../page.ts'
import { boxOf, confidenceOf } from '../rows.ts'
import type { FootAmount } from './foot-amounts.ts'
import type { Title } from './kind.ts'
import type { Place } from './label-values.ts'
import type { TableRows } from './table-region.ts'
import type { Zone } from './zones.ts'

/* The values that a page may have in its head. A field may have several, of which the best is taken. */

/** A page with its labels, titles and blocks. */
export type HeadPage = Place & {
  readonly page: ReadPage
  readonly category: Category
  readonly titles: readonly Title[]
  readonly zones: readonly Zone[]
  /** Indexes of the rows that are the table of the lines. */
  readonly table: TableRows
}

/** A possible value of a field. The highest `worth` wins. */
export type Candidate = { readonly key: string; readonly value: ReadValue; readonly worth: number }

/** What the seller's earlier bills tell about this bill. */
export type Learnt = {
  /** Values where the fields stood on earlier bills. */
  candidatesOn(layout: HeadPage): readonly Candidate[]
  /** The amounts below the lines. Some have keys that a person gave on earlier bills. */
  named(amounts: readonly FootAmount[]): readonly FootAmount[]
}

/** A value that more than one earlier bill had in this place wins over all others and is not doubted. */
export const settledWorth = 1.2

/** A value with a plain label is worth 1. A value without a label is worth less. */
export const bareWorth = 0.5

/** The least confidence of a value whose check character fits, and the highest of one that was corrected until it did. */
export const checkedConfidence = 0.92

/** A value whose check character fits as read: any letter that was misread would break it. */
export function withCheck(value: ReadValue): ReadValue {
  return { ...value, confidence: Math.max(value.confidence, checkedConfidence) }
}

export function valueOf(
  text: string,
  label: string,
  pieces: readonly Piece[],
  { page }: HeadPage,
): ReadValue {
  return {
    text,
    label,
    source: page.source,
    page: page.number,
    box: boxOf(pieces),
    confidence: confidenceOf(pieces),
  }
}
