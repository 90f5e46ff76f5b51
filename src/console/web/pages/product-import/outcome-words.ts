import type { Outcome, RowResult } from './import-rows.ts'

export const outcomes = ['created', 'changed', 'refused', 'unchanged'] as const

export const outcomeWords = {
  created: 'New',
  changed: 'Changed',
  refused: 'Refused',
  unchanged: 'As it is',
} as const satisfies Record<Outcome, string>

export const outcomeColours = {
  created: 'green',
  changed: 'blue',
  refused: 'red',
  unchanged: 'gray',
} as const satisfies Record<Outcome, string>

export function countOf(results: readonly RowResult[], wanted: Outcome): number {
  return results.filter(({ outcome }) => outcome === wanted).length
}
