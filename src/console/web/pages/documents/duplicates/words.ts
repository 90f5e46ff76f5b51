import type { Pair } from './data.ts'

/** What becomes of both as long as nobody says anything. */
export function fateText({ kept, other, by, looksSame }: Pair): string {
  const what = by === 'file' ? 'the same file' : 'the same number'
  const left = `${other.filename} has ${what} as ${kept.filename}`
  if (kept.syncedAt !== null) {
    return `${left}, which was delivered. Nothing holds it back: it is delivered too.`
  }
  if (other.state !== 'duplicate') return `${left}. Nothing holds either back: both are delivered.`
  return `${left}, which is older. ${heldText(looksSame)}`
}

/** What becomes of a document that is held back behind an older one with its number. */
export function heldText(looksSame: boolean): string {
  return looksSame
    ? 'It is held back: when the older one is acknowledged, it counts as a copy and is not delivered.'
    : 'It is held back, though seller, GSTIN or date are others: it waits until the older one is acknowledged, and comes with the next call then.'
}
