import type { Category } from '../../paper/categories.ts'
import type { Piece } from '../level.ts'
import type { ReadPage, ReadValue } from '../page.ts'
import { boxOf, confidenceOf } from '../rows.ts'
import type { FootAmount } from './foot-amounts.ts'
import type { Title } from './kind.ts'
import type { Place } from './label-values.ts'
import type { TableRows } from './table-region.ts'
import type { Zone } from './zones.ts'

/* What a page may say in its head: of each field one or several values, of which the best is taken. */

/** A page with its labels, titles and blocks. */
export type HeadPage = Place & {
  readonly page: ReadPage
  readonly category: Category
  readonly titles: readonly Title[]
  readonly zones: readonly Zone[]
  /** Indexes of the rows that are the table of the lines. */
  readonly table: TableRows
}

/** A field that a page may have; the more it is worth, the sooner it is taken. */
export type Candidate = { readonly key: string; readonly value: ReadValue; readonly worth: number }

/** What earlier bills of the seller say of this one. */
export type Learnt = {
  /** Where its fields stood. */
  candidatesOn(layout: HeadPage): readonly Candidate[]
  /** Amounts below the lines, with the keys of those that a person told. */
  named(amounts: readonly FootAmount[]): readonly FootAmount[]
}

/** What stands where more than one earlier bill had it is plainer than anything else, and not asked for. */
export const settledWorth = 1.2

/** What is labelled plainly is worth 1; less is what stands without a label. */
export const bareWorth = 0.5

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
