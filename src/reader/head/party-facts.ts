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

/* Collects the facts on a page about seller and buyer. Each fact only adds worth, so that none decides against the rest. */

export type Side = 'seller' | 'buyer'

/** How much each fact speaks for a name. The facts of one name are added up. */
const worths = {
  /** The shop's own name. The shop is the buyer, whatever else stands there. */
  own: 20,
  known: 12,
  /** Below a heading, or behind a label. */
  heading: 10,
  /** Behind "M/s". */
  courtesy: 8,
  /** In a block that ends in the shop's GSTIN: first in the block, further down in it, or before the GSTIN in a sentence. */
  first: 9,
  above: 7,
  sentence: 7,
  beginning: 7,
  signs: 6,
  company: 5.5,
  largest: 4,
  /** In a block that ends in another GSTIN. */
  numbered: 3,
  holder: 2.5,
  legal: 2,
  /** The name has a word such as "Traders" or "Company Limited". */
  trade: 1,
  onTop: 1,
  /** The name signs, but does not stand at the head. */
  signsOnly: 2.5,
  /** The name is repeated. This proves a name, but does not speak for either side. */
  again: 0,
} as const

export type Why = keyof typeof worths

/** A name in the block with the shop's own GSTIN is worth more than this. */
export const headingWorth: number = worths.heading

export type Fact = {
  readonly side: Side
  readonly why: Why
  readonly worth: number
  readonly name: Printed
  /** The printed label, or ''. */
  readonly label: string
}

/** What is known about the parties before a page is read. */
export type KnownParties = {
  readonly ownGstin: string | null
  readonly ownName: string | null
  /** Folded as `foldName` does. */
  readonly vendorNames: ReadonlySet<string>
}

/** Subtracted from the name of a guest or an officer, who may stand before the firm. */
const personCost = 4
/** Added if the block holds the shop's own GSTIN. This block is the buyer's rather than another one with such a heading. */
const besideOwnWorth = 2
/** Subtracted for each lower name at the head. If nothing else decides, the upper name is the issuer's. */
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

/** The issuer of a paper: the seller of a bill, the shop on an order. */
export function issuerOf({ category }: HeadPage): Side {
  return category === 'purchase_order' ? 'buyer' : 'seller'
}

function headingFacts(layout: HeadPage, { ownGstin }: KnownParties): Fact[] {
  return layout.zones.flatMap((zone) => {
    const { owner, heading, rows } = zone
    const name = owner === 'bank' || owner === 'consignee' ? undefined : nameOf(zone, layout)
    if (name === undefined || owner === 'bank' || owner === 'consignee') return []
    const isOwn = [...rows.values()].some((pieces) => hasGstin(pieces, ownGstin))
    // "M/s" before a name at the top of a paper is no heading.
    if (courtesy.test(heading.text)) return courtesyFacts(heading, name, layout)
    const more = isPerson(name.text) ? -personCost : isOwn ? besideOwnWorth : 0
    return [factOf(owner, 'heading', name, more, heading.text)]
  })
}

/** "M/s Gupta & Co." is either the party that the paper addresses, or the issuer. */
function courtesyFacts(heading: LabelSpot, name: Printed, layout: HeadPage): Fact[] {
  const side = issuerOf(layout)
  const before = layout.rows[heading.row]?.pieces.slice(heading.from, heading.to) ?? []
  const whole = cleanName([...before, ...name.pieces]) ?? name
  return [
    factOf(side === 'seller' ? 'buyer' : 'seller', 'courtesy', name),
    factOf(side, 'onTop', whole, -heading.row * lowerCost),
  ]
}

/** The name in the block below its heading, or in a column of its own: "To        Kulkarni General Stores". */
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
    // The same name over two lines.
    const whole = names.find((one) => one.name.pieces[0] === name.pieces[0])?.name ?? name
    const more = isPerson(name.text) ? -personCost : 0
    return gstin === ownGstin ? factOf('buyer', place, whole, more) : othersFact(whole, place)
  })
}

/** In a block with another GSTIN, the first name is likeliest the owner's. */
function othersFact(name: Printed, place: NumberedName['place']): Fact {
  return factOf('seller', 'numbered', name, place === 'above' || place === 'sentence' ? -1 : 0)
}

/** One of the names at the head is the issuer's. */
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

/** A bill is paid to its seller. */
function holderFacts(layout: HeadPage): Fact[] {
  if (layout.category !== 'vendor_invoice') return []
  return layout.spots.flatMap((spot) => {
    const name = holderLabel.test(spot.text) ? nameBehind(spot, layout) : undefined
    return name === undefined ? [] : [factOf('seller', 'holder', name)]
  })
}

/** The shop's own name, wherever it stands outside the table. */
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

/** Whether a name is the shop's, perhaps in another spelling. */
export function isOwnName(name: string, { ownName }: KnownParties): boolean {
  return ownName !== null && (isSameName(name, ownName) || isLikeName(name, ownName))
}
