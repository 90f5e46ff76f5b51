import { foldLabel } from '../../paper/rules/labels.ts'
import type { Box } from '../page.ts'

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
