import { Type } from '@sinclair/typebox'
import type { ReadValue } from './page.ts'

/**
 * How often a value is right for which the paper says no more than this: (right + ½) of (counted + 1). Counted by layout with
 * `scripts/bench/reading --held`, because the papers of one layout go right or wrong together: 405 papers of 144 layouts, some scanned.
 */
const sureness = {
  /** "our bill no. 118": its label stands in a sentence or behind other words. 13 of 13. */
  inSentence: 0.96,
  /** "Ref 118". 3 of 3. */
  behindReference: 0.875,
  /** The first name of the paper, which nothing else calls the seller. 6 of 8. */
  firstName: 0.72,
  /** A figure of a line that no sum or product bears out. 14 of 19. */
  unproven: 0.72,
  /** A quantity below its heading, on a paper without rates. 3 of 3. */
  withoutRate: 0.875,
  /** A column whose heading says little, or may name another column, too. 8 of 8. */
  vagueHeading: 0.94,
  /** A column of figures without a heading. 2 of 4. */
  noHeading: 0.5,
} as const

/** The value for which little speaks. `reason`: a sentence for a clerk. The first reason stays. */
export function lessSure<Value extends Pick<ReadValue, 'confidence' | 'reason'>>(
  value: Value,
  evidence: keyof typeof sureness,
  reason: string,
): Value {
  const confidence = value.confidence * sureness[evidence]
  return { ...value, confidence, reason: value.reason ?? reason }
}

/** The least confidence of a value that a document needs, and of any other value. */
type Thresholds = { readonly required: number; readonly other: number }

/** How much care a shop wants. What each costs: `choices` in the settings of reading. */
export const careThresholds = {
  careful: { required: 0.95, other: 0.7 },
  usual: { required: 0.85, other: 0.6 },
  quick: { required: 0.7, other: 0.4 },
} as const satisfies Record<string, Thresholds>

export type Care = keyof typeof careThresholds

export const cares: readonly Care[] = ['careful', 'usual', 'quick']

export const careShape = Type.Union(cares.map((care) => Type.Literal(care)))
