import { foldLabel } from '../../paper/rules/labels.ts'
import type { Box } from '../page.ts'
import { amountLabelOf } from '../../paper/fields/foot-words.ts'

/** How far a field may be off its place, in fractions of the page. A letterhead grows by a line, or the paper lies askew. */
const [offAcross, offDown] = [0.04, 0.02]

export function isNearPlace([left, top]: Box, [wishedLeft, wishedTop]: Box): boolean {
  return Math.abs(left - wishedLeft) < offAcross && Math.abs(top - wishedTop) < offDown
}

/** Whether a text holds a name as whole words. */
export function standIn(text: string, name: string): boolean {
  return ` ${bareWords(text)} `.includes(` ${bareWords(name)} `)
}

/** A folded name without the signs between and around its words. */
export function bareWords(name: string): string {
  return foldLabel(name.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' '))
}

/* Tells an amount without a label by its neighbours: it stands below the taxes, or above the total. */

/** An amount with its label. The edges may be in any unit. */
export type Placed = {
  readonly page: number
  readonly label: string
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** In row heights: how far apart the right edges of two amounts may be, and how far apart their rows. */
const [alignedMax, gapMax] = [1.5, 3]

/** The names of the amounts right above and right below. A name is '' if there is no amount, or no label. */
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

/** All taxes have one name: a seller charges either IGST or the two halves. */
function amountName(label: string): string {
  const key = amountLabelOf(label)?.key ?? ''
  if (/^(?:[csi]|ut)gst$/.test(key)) return 'tax'
  return key === '' ? foldLabel(label) : key
}
