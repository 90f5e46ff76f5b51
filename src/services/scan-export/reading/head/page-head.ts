import type { Category } from '../../categories.ts'
import { fieldName } from '../../checks/field-names.ts'
import type { ReadPage, ReadValue } from '../page.ts'
import type { Row } from '../rows.ts'
import { bareWorth, type Candidate, type HeadPage, valueOf } from './candidates.ts'
import { findLabels } from './find-labels.ts'
import type { LabelSpot } from './label-spot.ts'
import { findIssuer } from './issuer.ts'
import { isAmountKey, issuerKey, keyFor } from './key-owners.ts'
import { titlesOf } from './kind.ts'
import { isLikely } from './likely-texts.ts'
import { type LabelValue, valuesOf } from './label-values.ts'
import { cleanName, foldName, isPartyName, type Printed, readBlock } from './party-blocks.ts'
import { headRows } from './pieces.ts'
import { type Area, tableRows } from './table-region.ts'
import { statementFacts } from './statement-head.ts'
import type { Piece } from '../level.ts'
import { namesOfOthers, ownBlock } from './number-blocks.ts'
import type { Habit } from '../habits/habit.ts'
import { gstinIn, unlabelled } from './unlabelled.ts'
import { findZones, zoneAt, type Zone } from './zones.ts'

/* The head of one page: what stands behind its labels, and whose it is. */

/** What is known before anything is read. */
export type Known = {
  readonly ownGstin: string | null
  /** Folded as `foldName` does. */
  readonly vendorNames: ReadonlySet<string>
  readonly habits: readonly Habit[]
}

/** The rows, labels and blocks of a page; `areas` is where its lines stand, where that is known already. */
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

/** What a page says in its head, below and beside its table. */
export function pageCandidates(layout: HeadPage, { vendorNames, ownGstin }: Known): Candidate[] {
  return [
    ...labelled(layout).map((one) => withOwner(one, layout, ownGstin)),
    ...(layout.category === 'bank_entry'
      ? statement(layout)
      : [
          ...unlabelled(layout).map((one) => withOwner(one, layout, ownGstin)),
          ...ownBlock(layout, ownGstin),
          ...parties(layout, ownGstin),
          ...issuer(layout, vendorNames, ownGstin),
        ]),
  ]
}

/** The shop's own number is the shop's, wherever it stands. */
function withOwner(
  candidate: Candidate,
  { category }: HeadPage,
  ownGstin: string | null,
): Candidate {
  const isOwn = candidate.key.endsWith('gstin') && candidate.value.text === ownGstin
  // Who orders is the shop, also from another state, under the same PAN: another number is the seller's.
  const isSellers =
    category === 'purchase_order' &&
    candidate.key === 'buyer_gstin' &&
    ownGstin !== null &&
    candidate.value.text.slice(2, 12) !== ownGstin.slice(2, 12)
  if (isSellers) return { ...candidate, key: 'gstin' }
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

/** A statement's balances stand below its rows, and no sum says where these end. */
function isInTable({ row, keys }: LabelSpot, { table }: HeadPage): boolean {
  const first = firstOf(table)
  const isBalance =
    first !== undefined && row > first + 1 && /^(?:opening|closing)_/.test(keys[0] ?? '')
  return table.has(row) && !isBalance
}

function firstOf(table: HeadPage['table']): number | undefined {
  return table.size === 0 ? undefined : Math.min(...table)
}

/** What stands behind the first label of a key. */
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
      value: {
        ...repaired,
        confidence: Math.min(repaired.confidence, sentenceMax),
        doubts: [
          ...(repaired.doubts ?? []),
          `${fieldName(key)}: “${repaired.text}” stands in a sentence, so it may be another paper’s.`,
        ],
      },
      worth: bareWorth,
    },
  ]
}

/** How sure a value in the middle of a sentence is at most. */
const sentenceMax = 0.8

/** Who says "our" on a paper is who issued it. */
const ownLabel = /^(?:our|company'?s?|supplier'?s?|seller'?s?|vendor'?s?)\b/i

/** A character was put right: how sure it is at most, with its check character to prove it and without. */
const [provenMax, repairedMax] = [0.92, 0.8]

function withRepair(value: ReadValue, key: string): ReadValue {
  if (key.endsWith('gstin')) return { ...value, confidence: Math.min(value.confidence, provenMax) }
  return {
    ...value,
    confidence: Math.min(value.confidence, repairedMax),
    doubts: ['A character of it was hard to read and was put right.'],
  }
}

function statement(layout: HeadPage): Candidate[] {
  return statementFacts(layout, firstOf(layout.table) ?? layout.rows.length).map(
    ({ key, text, label, pieces }) => ({
      key,
      value: valueOf(text, label, pieces, layout),
      worth: bareWorth,
    }),
  )
}

function parties(layout: HeadPage, ownGstin: string | null): Candidate[] {
  // Where its own label says whose it is, it may stand anywhere.
  const isLabelled = layout.spots.some(
    ({ keys, row }) =>
      keys[0] === 'buyer_gstin' && hasGstin(layout.rows[row]?.pieces ?? [], ownGstin),
  )
  const isNumbered = !isLabelled && layout.rows.some(({ pieces }) => hasGstin(pieces, ownGstin))
  return layout.zones.flatMap((zone) => {
    if (zone.owner === 'bank') return []
    const block = readBlock(zone, layout)
    const key = keyFor('name', zone.owner, layout.category)
    const isNamed = block.name !== undefined && isPartyName(block.name.text)
    const name = isNamed ? block.name : nameBehind(zone, layout)
    const { address } = block
    const names = partyField(key, name, zone.heading.text, layout)
    const isOwn = [...zone.rows.values()].some((pieces) => hasGstin(pieces, ownGstin))
    return [
      ...(key === 'buyer_name' && isNumbered ? names.map((one) => asBuyer(one, isOwn)) : names),
      ...partyField(keyFor('address', zone.owner, layout.category), address, '', layout),
    ]
  })
}

function hasGstin(pieces: readonly Piece[], wished: string | null): boolean {
  return wished !== null && pieces.some(({ word }) => gstinIn(word.text) === wished)
}

/** Where the shop's own GSTIN stands on the paper, the buyer is who stands beside it, and the firm rather than a guest. */
function asBuyer(one: Candidate, isOwn: boolean): Candidate {
  const isPerson = /^(?:mr|mrs|ms|smt|shri|dr)\b\.?/i.test(one.value.text)
  if (isOwn) return { ...one, worth: one.worth + (isPerson ? 0 : besideOwnWorth) }
  const doubt = `Buyer: “${one.value.text}” does not stand beside this shop’s GSTIN.`
  return {
    ...one,
    worth: one.worth - (isPerson ? personCost : 0),
    value: { ...one.value, doubts: [doubt] },
  }
}

const [besideOwnWorth, personCost] = [0.1, 0.3]

/** In a column of its own: "To        Kulkarni General Stores". */
function nameBehind({ heading }: Zone, layout: HeadPage): Printed | undefined {
  const [value] = valuesOf({ ...heading, keys: ['name'] }, layout)
  return value === undefined ? undefined : cleanName(value.pieces)
}

function issuer(
  layout: HeadPage,
  vendorNames: ReadonlySet<string>,
  ownGstin: string | null,
): Candidate[] {
  const names = {
    vendorNames,
    otherNames: addressees(layout, ownGstin),
    numbered: namesOfOthers(layout, ownGstin),
    buyerGstin: layout.category === 'purchase_order' ? null : ownGstin,
  }
  const found = findIssuer(layout, layout.zones, layout.titles, names, firstOf(layout.table))
  if (found === undefined) return []
  const key = issuerKey('name', layout.category)
  const name = partyField(key, found.name, '', layout, found.confidence)
  return [
    ...(found.isFirstAlone && key === 'vendor_name' ? name.map(asked) : name),
    ...partyField(issuerKey('address', layout.category), found.address, '', layout, 0.8),
  ]
}

/** Whom the paper is for, by its headings and the shop's own number: they did not issue it. */
function addressees(layout: HeadPage, ownGstin: string | null): ReadonlySet<string> {
  const key = layout.category === 'purchase_order' ? 'vendor_name' : 'buyer_name'
  const all = [...parties(layout, ownGstin), ...ownBlock(layout, ownGstin)]
  return new Set(all.flatMap((one) => (one.key === key ? foldName(one.value.text) : [])))
}

function asked(name: Candidate): Candidate {
  const doubt = `Seller: “${name.value.text}” stands first on the paper, and nothing else on it says who sold.`
  return { ...name, value: { ...name.value, doubts: [doubt] } }
}

function partyField(
  key: string | undefined,
  printed: Printed | undefined,
  label: string,
  layout: HeadPage,
  confidence = 1,
): Candidate[] {
  if (key === undefined || printed === undefined || !isLikely(key, printed.text)) return []
  const value = valueOf(printed.text, label, printed.pieces, layout)
  return [
    { key, value: { ...value, confidence: value.confidence * confidence }, worth: confidence },
  ]
}
