import type { Category } from '../../paper/categories.ts'
import { fieldName } from '../../paper/fields.ts'
import { type ReadPage, type ReadValue, withDoubt, type Area } from '../page.ts'
import type { Row } from '../rows.ts'
import { bareWorth, type Candidate, type HeadPage, valueOf } from './candidates.ts'
import { findLabels, type LabelSpot } from './find-labels.ts'
import { isAmountKey, keyFor } from './known-labels.ts'
import { titlesOf } from './kind.ts'
import { isLikely } from './party-names.ts'
import { type LabelValue, valuesOf } from './label-values.ts'
import { partyCandidates } from './parties.ts'
import type { KnownParties } from './party-facts.ts'
import { headRows } from './pieces.ts'
import { tableRows } from './table-region.ts'
import { unlabelled } from './unlabelled.ts'
import { findZones, zoneAt } from './zones.ts'

/* Reads the head of a page: the values of its labels, and the party that each value belongs to. */

/** The rows, labels and blocks of a page. `areas` tells where its lines stand, if that is known already. */
export function layOut(
  page: ReadPage,
  category: Category,
  rows: readonly Row[] = headRows(page),
  areas?: readonly Area[],
): HeadPage {
  const isOcr = page.source === 'ocr'
  const place = { rows, spots: findLabels(rows, category, isOcr), isOcr }
  const table = tableRows(rows, page.number, category, areas)
  return {
    ...place,
    page,
    category,
    titles: titlesOf(rows),
    zones: findZones(place, (row) => table.has(row)),
    table,
  }
}

/** The values in the head of a page, below its table and beside it. */
export function pageCandidates(layout: HeadPage, known: KnownParties): Candidate[] {
  const { ownGstin } = known
  return [
    ...labelled(layout).map((one) => withOwner(one, layout, ownGstin)),
    ...unlabelled(layout).map((one) => withOwner(one, layout, ownGstin)),
    ...partyCandidates(layout, known, []),
  ]
}

/** The shop's GSTIN belongs to the shop, wherever it stands. */
function withOwner(
  candidate: Candidate,
  { category }: HeadPage,
  ownGstin: string | null,
): Candidate {
  const isOwn = candidate.key.endsWith('gstin') && candidate.value.text === ownGstin
  // The shop places the order, perhaps from another state under the same PAN. A GSTIN with another PAN is the seller's.
  const isSellers =
    category === 'purchase_order' &&
    candidate.key === 'buyer_gstin' &&
    ownGstin !== null &&
    candidate.value.text.slice(2, 12) !== ownGstin.slice(2, 12)
  if (isSellers) return { ...candidate, key: 'gstin' }
  return isOwn ? { ...candidate, key: 'buyer_gstin', worth: 2 } : candidate
}

function labelled(layout: HeadPage): Candidate[] {
  return layout.spots.flatMap((spot) => {
    if (isInTable(spot, layout) || spot.keys.some(isAmountKey)) return []
    return valuesOf(spot, layout).flatMap((value) => labelledValue(value, layout))
  })
}

/** "Total Pcs" may be the heading of a column. The real total stands below the lines. */
function isInTable({ row, keys }: LabelSpot, { table }: HeadPage): boolean {
  const isAbove = table.size > 0 && row < Math.min(...table)
  return table.has(row) || (keys[0] === 'total_qty' && isAbove)
}

/** The value of the first label with this key. */
export function labelledText(layout: HeadPage, key: string): string | undefined {
  return labelled(layout).find((candidate) => candidate.key === key)?.value.text
}

function labelledValue(found: LabelValue, layout: HeadPage): Candidate[] {
  const { spot, pieces } = found
  const [first] = layout.rows[spot.row]?.pieces.slice(spot.from) ?? []
  const zone = first === undefined ? undefined : zoneAt(layout.zones, spot.row, first)
  const owner = ownLabel.test(spot.text) ? 'seller' : zone?.owner
  const key = keyFor(found.key, owner, layout.category)
  if (key === undefined || pieces.length === 0 || !isLikely(key, found.text)) return []
  const value = valueOf(found.text, spot.text, pieces, layout)
  const repaired = found.isRepaired ? withRepair(value, key) : value
  const worth = found.nearness - (found.isRepaired ? 0.2 : 0)
  if (!spot.isInSentence) return [{ key, value: repaired, worth }]
  return [
    {
      key,
      value: withDoubt(
        { ...repaired, confidence: Math.min(repaired.confidence, sentenceMax) },
        `${fieldName(key)}: “${repaired.text}” stands in a sentence, so it may be another paper’s.`,
      ),
      worth: bareWorth,
    },
  ]
}

/** The highest confidence of a value in the middle of a sentence. */
const sentenceMax = 0.8

/** "Our" on a paper means the issuer. */
const ownLabel = /^(?:our|company'?s?|supplier'?s?|seller'?s?|vendor'?s?)\b/i

/** The highest confidence of a corrected value: with a check character that proves it, and without. */
const [provenMax, repairedMax] = [0.92, 0.8]

function withRepair(value: ReadValue, key: string): ReadValue {
  if (key.endsWith('gstin')) return { ...value, confidence: Math.min(value.confidence, provenMax) }
  return {
    ...value,
    confidence: Math.min(value.confidence, repairedMax),
    doubts: ['A character of it was hard to read and was put right.'],
  }
}
