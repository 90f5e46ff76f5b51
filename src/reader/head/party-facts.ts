import { type Piece } from '../level.ts'
import { type Row, textOf } from '../rows.ts'
import type { HeadPage } from './candidates.ts'
import { courtesy } from './find-labels.ts'
import type { LabelSpot } from './label-spot.ts'
import { valuesOf } from './label-values.ts'
import {
  findCompany,
  type HeadName,
  headNames,
  isLegalOf,
  isSaidAgain,
  largestOf,
} from './letterhead.ts'
import { type NumberedName, numberedNames } from './number-blocks.ts'
import { findSignatures, readBlock } from './party-blocks.ts'
import {
  cleanName,
  foldName,
  hasTradeWord,
  isLikeName,
  isPartyName,
  isPerson,
  isSameName,
  type Printed,
} from './party-names.ts'
import { gstinIn } from './unlabelled.ts'
import type { Zone } from './zones.ts'

/* All that a page says about who sold and who bought: each fact by itself, so that none of them decides against the rest. */

export type Side = 'seller' | 'buyer'

/** How much each fact speaks for a name. Those of one name are added up. */
const worths = {
  /** The shop's own name: it buys, whatever else stands there. */
  own: 20,
  known: 12,
  /** Under a heading, or behind a label. */
  heading: 10,
  /** Behind "M/s". */
  courtesy: 8,
  /** In a block that ends in the shop's GSTIN: first in it, further down in it, or before the number in a sentence. */
  first: 9,
  above: 7,
  sentence: 7,
  beginning: 7,
  signs: 6,
  company: 5.5,
  largest: 4,
  /** The same of a block that ends in another GSTIN. */
  numbered: 3,
  holder: 2.5,
  legal: 2,
  /** "Traders", "Company Limited": words that firms call themselves. */
  trade: 1,
  onTop: 1,
  /** It signs, and does not stand at the head. */
  signsOnly: 2.5,
  /** Said twice: that proves a name, and decides for none. */
  again: 0,
} as const

export type Why = keyof typeof worths

/** More than that has what stands in the block with the shop's own number. */
export const headingWorth: number = worths.heading

export type Fact = {
  readonly side: Side
  readonly why: Why
  readonly worth: number
  readonly name: Printed
  /** As printed, '' where none is. */
  readonly label: string
}

/** What is known of the parties before a page is read. */
export type KnownParties = {
  readonly ownGstin: string | null
  readonly ownName: string | null
  /** Folded as `foldName` does. */
  readonly vendorNames: ReadonlySet<string>
}

/** A guest, or an officer, stands before the firm. */
const personCost = 4
/** A block with the shop's own number in it is the buyer's rather than another one with such a heading. */
const besideOwnWorth = 2
/** Of two names that only stand at the head the upper one issued the paper. */
const lowerCost = 0.05

export function partyFacts(layout: HeadPage, known: KnownParties): Fact[] {
  const names = headNames(layout)
  return [
    ...headingFacts(layout, known),
    ...numberFacts(layout, names, known),
    ...headFacts(layout, names, known),
    ...signatureFacts(layout, names),
    ...holderFacts(layout),
    ...ownFacts(layout, known),
  ]
}

function factOf(side: Side, why: Why, name: Printed, more = 0, label = ''): Fact {
  return { side, why, worth: worths[why] + more, name, label }
}

/** Who issued a paper: of a bill the seller, of an order the shop. */
export function issuerOf({ category }: HeadPage): Side {
  return category === 'purchase_order' ? 'buyer' : 'seller'
}

function headingFacts(layout: HeadPage, { ownGstin }: KnownParties): Fact[] {
  return layout.zones.flatMap((zone) => {
    const { owner, heading, rows } = zone
    const name = owner === 'bank' || owner === 'consignee' ? undefined : nameOf(zone, layout)
    if (name === undefined || owner === 'bank' || owner === 'consignee') return []
    const isOwn = [...rows.values()].some((pieces) => hasGstin(pieces, ownGstin))
    // Before a name on top of a paper it is no heading.
    if (courtesy.test(heading.text)) return courtesyFacts(heading, name, layout)
    const more = isPerson(name.text) ? -personCost : isOwn ? besideOwnWorth : 0
    return [factOf(owner, 'heading', name, more, heading.text)]
  })
}

/** "M/s Gupta & Co.": who is addressed so, or calls himself so. */
function courtesyFacts(heading: LabelSpot, name: Printed, layout: HeadPage): Fact[] {
  const side = issuerOf(layout)
  const before = layout.rows[heading.row]?.pieces.slice(heading.from, heading.to) ?? []
  const whole = cleanName([...before, ...name.pieces]) ?? name
  return [
    factOf(side === 'seller' ? 'buyer' : 'seller', 'courtesy', name),
    factOf(side, 'onTop', whole, -heading.row * lowerCost),
  ]
}

/** In the block under its heading, or in a column of its own: "To        Kulkarni General Stores". */
export function nameOf(zone: Zone, layout: HeadPage): Printed | undefined {
  const { name } = readBlock(zone, layout)
  return name !== undefined && isPartyName(name.text) ? name : nameBehind(zone.heading, layout)
}

function nameBehind(spot: LabelSpot, layout: HeadPage): Printed | undefined {
  const [value] = valuesOf({ ...spot, keys: ['name'] }, layout)
  const name = value === undefined ? undefined : cleanName(value.pieces)
  return name !== undefined && isPartyName(name.text) ? name : undefined
}

export function hasGstin(pieces: readonly Piece[], wished: string | null): boolean {
  return wished !== null && pieces.some(({ word }) => gstinIn(word.text) === wished)
}

function numberFacts(
  layout: HeadPage,
  names: readonly HeadName[],
  { ownGstin }: KnownParties,
): Fact[] {
  return numberedNames(layout).map(({ gstin, name, place }) => {
    // The same over two lines.
    const whole = names.find((one) => one.name.pieces[0] === name.pieces[0])?.name ?? name
    const more = isPerson(name.text) ? -personCost : 0
    return gstin === ownGstin ? factOf('buyer', place, whole, more) : othersFact(whole, place)
  })
}

/** Of a block with another number the first name is its party's. */
function othersFact(name: Printed, place: NumberedName['place']): Fact {
  return factOf('seller', 'numbered', name, place === 'above' || place === 'sentence' ? -1 : 0)
}

/** Of the names at the head one issued the paper. */
function headFacts(
  layout: HeadPage,
  names: readonly HeadName[],
  { vendorNames, ownGstin }: KnownParties,
): Fact[] {
  const side = issuerOf(layout)
  const largest = largestOf(names, layout)
  const company = findCompany(layout)
  return [
    ...names.flatMap((one, at) => [
      factOf(side, 'onTop', one.name, -at * lowerCost),
      ...(hasTradeWord(one.name.text) ? [factOf(side, 'trade', one.name)] : []),
      ...(one === largest ? [factOf(side, 'largest', one.name)] : []),
      ...(isLegal(one, largest ?? names[0])
        ? [factOf(side, 'legal', one.name, worths.largest)]
        : []),
      ...(vendorNames.has(foldName(one.name.text)) ? [factOf('seller', 'known', one.name)] : []),
      ...(isSaidAgain(one, layout, side === 'seller' ? ownGstin : null)
        ? [factOf(side, 'again', one.name)]
        : []),
    ]),
    ...(company === undefined ? [] : [factOf(side, 'company', company)]),
  ]
}

function isLegal(one: HeadName, sign: HeadName | undefined): boolean {
  return sign !== undefined && isLegalOf(one, sign)
}

function signatureFacts(layout: HeadPage, names: readonly HeadName[]): Fact[] {
  return findSignatures(layout.rows).map((name) => {
    const isAtHead = names.some((one) => isSameName(one.name.text, name.text))
    return factOf(issuerOf(layout), isAtHead ? 'signs' : 'signsOnly', name)
  })
}

const holderLabel = /\b(?:a\/?c|account|beneficiary)\b.*\b(?:name|holder)|beneficiary$/i

/** A bill is paid to who sold. */
function holderFacts(layout: HeadPage): Fact[] {
  if (layout.category !== 'vendor_invoice') return []
  return layout.spots.flatMap((spot) => {
    const name = holderLabel.test(spot.text) ? nameBehind(spot, layout) : undefined
    return name === undefined ? [] : [factOf('seller', 'holder', name)]
  })
}

/** The shop's own name, wherever it stands outside of the table. */
function ownFacts(layout: HeadPage, { ownName }: KnownParties): Fact[] {
  if (ownName === null) return []
  return layout.rows.flatMap((row, index) => {
    const name = layout.table.has(index) ? undefined : ownIn(row, ownName)
    return name === undefined ? [] : [factOf('buyer', 'own', name)]
  })
}

function ownIn({ pieces }: Row, ownName: string): Printed | undefined {
  const wished = foldName(ownName)
  const count = ownName.trim().split(/\s+/).length
  for (const from of pieces.keys()) {
    const run = pieces.slice(from, from + count)
    if (foldName(textOf(run)) === wished) return cleanName(run)
  }
  return undefined
}

/** Whether a name is what the shop is called, as other people write it. */
export function isOwnName(name: string, { ownName }: KnownParties): boolean {
  return ownName !== null && (isSameName(name, ownName) || isLikeName(name, ownName))
}
