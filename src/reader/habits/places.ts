import { foldLabel } from '../../paper/rules/labels.ts'
import type { Box } from '../page.ts'

/** Fractions of the page that a field may be off its place: a letterhead grows by a line, paper lies askew. */
const [offAcross, offDown] = [0.04, 0.02]

export function isNearPlace([left, top]: Box, [wishedLeft, wishedTop]: Box): boolean {
  return Math.abs(left - wishedLeft) < offAcross && Math.abs(top - wishedTop) < offDown
}

/** Whether the words of a name stand in a text, with whole words before and after. */
export function standIn(text: string, name: string): boolean {
  return ` ${bareWords(text)} `.includes(` ${bareWords(name)} `)
}

/** A name without the signs between and around its words. */
export function bareWords(name: string): string {
  return foldLabel(name.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' '))
}
