import type { Category } from '../../categories.ts'
import type { ReadPage, ReadValue } from '../page.ts'
import type { Piece } from '../level.ts'
import { boxOf, confidenceOf, type Row } from '../rows.ts'
import { findLabels, type LabelSpot } from './find-labels.ts'
import { findIssuer } from './issuer.ts'
import { isAmountKey, keyFor } from './key-owners.ts'
import { findTitles, type Title } from './kind.ts'
import { type LabelValue, type Place, valuesOf } from './label-values.ts'
import { type Printed, readBlock } from './party-blocks.ts'
import { headRows } from './pieces.ts'
import type { TableRegion } from './table-region.ts'
import { findTable } from './table-region.ts'
import { findZones, zoneAt, type Zone } from './zones.ts'

/* The head of one page: what stands behind its labels, and whose it is. */

export type HeadPage = Place & {
  readonly page: ReadPage
  readonly category: Category
  readonly titles: readonly Title[]
  readonly zones: readonly Zone[]
  readonly table: TableRegion | undefined
}

/** What is known before anything is read. */
export type Known = {
  readonly ownGstin: string | null
  /** Folded as `foldName` does. */
  readonly vendorNames: ReadonlySet<string>
}

/** A field that a page may have; the more it is worth, the sooner it is taken. */
export type Candidate = { readonly key: string; readonly value: ReadValue; readonly worth: number }

/** The rows, labels and blocks of a page. */
export function layOut(page: ReadPage, category: Category, rows = headRows(page)): HeadPage {
  const isOcr = page.source === 'ocr'
  const place = { rows, spots: findLabels(rows, category, isOcr), isOcr }
  const table = findTable(rows, category)
  const inTable = (row: Row) => table !== undefined && row === rows[table.from]
  return {
    ...place,
    page,
    category,
    titles: findTitles(rows),
    zones: findZones(place, inTable),
    table,
  }
}

/** What a page says in its head, below and beside its table. */
export function pageCandidates(layout: HeadPage, { vendorNames, ownGstin }: Known): Candidate[] {
  return [
    ...labelled(layout).map((one) => withOwner(one, layout, ownGstin)),
    ...parties(layout),
    ...issuer(layout, vendorNames),
  ]
}

/** The shop's own number is the shop's, wherever it stands. */
function withOwner(
  candidate: Candidate,
  { category }: HeadPage,
  ownGstin: string | null,
): Candidate {
  const isOwn = candidate.key.endsWith('gstin') && candidate.value.text === ownGstin
  return isOwn && category !== 'bank_entry'
    ? { ...candidate, key: 'buyer_gstin', worth: 2 }
    : candidate
}

function labelled(layout: HeadPage): Candidate[] {
  return layout.spots.flatMap((spot) => {
    if (isInTable(spot, layout) || spot.keys.some(isAmountKey)) return []
    return valuesOf(spot, layout).flatMap((value) => labelledValue(value, layout))
  })
}

/** What stands behind the first label of a key. */
export function labelledText(layout: HeadPage, key: string): string | undefined {
  return labelled(layout).find((candidate) => candidate.key === key)?.value.text
}

function isInTable({ row }: LabelSpot, { table }: HeadPage): boolean {
  return table !== undefined && row >= table.from && row < table.to
}

function labelledValue(found: LabelValue, layout: HeadPage): Candidate[] {
  const { spot, pieces } = found
  const [first] = layout.rows[spot.row]?.pieces.slice(spot.from) ?? []
  const zone = first === undefined ? undefined : zoneAt(layout.zones, spot.row, first)
  const key = keyFor(found.key, zone?.owner, layout.category)
  if (key === undefined || pieces.length === 0) return []
  const value = valueOf(found.text, spot.text, pieces, layout)
  const repaired = found.isRepaired ? withRepair(value) : value
  return [{ key, value: repaired, worth: found.nearness - (found.isRepaired ? 0.2 : 0) }]
}

/** A character was put right: how sure it is at most. */
const repairedMax = 0.8

function withRepair(value: ReadValue): ReadValue {
  return {
    ...value,
    confidence: Math.min(value.confidence, repairedMax),
    doubts: ['A character of it was hard to read and was put right.'],
  }
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

function parties(layout: HeadPage): Candidate[] {
  return layout.zones.flatMap((zone) => {
    if (zone.owner === 'bank') return []
    const { name, address } = readBlock(zone, layout)
    return [
      ...partyField(keyFor('name', zone.owner, layout.category), name, zone.heading.text, layout),
      ...partyField(keyFor('address', zone.owner, layout.category), address, '', layout),
    ]
  })
}

function issuer(layout: HeadPage, vendorNames: ReadonlySet<string>): Candidate[] {
  const found = findIssuer(layout, layout.zones, layout.titles, vendorNames, layout.table?.from)
  if (found === undefined) return []
  const owner = undefined
  return [
    ...partyField(keyFor('name', owner, layout.category), found.name, '', layout, found.confidence),
    ...partyField(keyFor('address', owner, layout.category), found.address, '', layout, 0.8),
  ]
}

function partyField(
  key: string | undefined,
  printed: Printed | undefined,
  label: string,
  layout: HeadPage,
  confidence = 1,
): Candidate[] {
  if (key === undefined || printed === undefined) return []
  const value = valueOf(printed.text, label, printed.pieces, layout)
  return [
    { key, value: { ...value, confidence: value.confidence * confidence }, worth: confidence },
  ]
}
