import { foldLabel } from '../../paper/rules/labels.ts'
import { amountLabelOf } from '../../paper/fields/foot-words.ts'

/* Between which others an amount without a label stands: below the taxes, above the total. */

/** An amount with its label; the edges are of any one unit. */
export type Placed = {
  readonly page: number
  readonly label: string
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Heights that the right edges of two amounts may be apart, and that may be between their rows. */
const [alignedMax, gapMax] = [1.5, 3]

/** What the amounts right above and right below one are called; '' where none is, or it has no label either. */
export function namesAround(one: Placed, amounts: readonly Placed[]) {
  const height = one.bottom - one.top
  const column = amounts.filter(
    (other) => other.page === one.page && Math.abs(other.right - one.right) < alignedMax * height,
  )
  const above = column
    .filter(({ bottom }) => bottom <= one.top && one.top - bottom < gapMax * height)
    .toSorted((a, b) => b.bottom - a.bottom)[0]
  const below = column
    .filter(({ top }) => top >= one.bottom && top - one.bottom < gapMax * height)
    .toSorted((a, b) => a.top - b.top)[0]
  return { above: amountName(above?.label ?? ''), below: amountName(below?.label ?? '') }
}

/** Each tax is as good as the other: a seller charges IGST or the two halves. */
function amountName(label: string): string {
  const key = amountLabelOf(label)?.key ?? ''
  if (/^(?:[csi]|ut)gst$/.test(key)) return 'tax'
  return key === '' ? foldLabel(label) : key
}
