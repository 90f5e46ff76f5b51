import type { Piece } from '../level.ts'
import { offEdges, type Phrase, phrasesOf, type Row, textOf } from '../rows.ts'
import type { HeadPage } from './candidates.ts'
import { courtesy, type LabelSpot } from './find-labels.ts'
import { foldConfusable } from '../labels/match.ts'
import { valuesOf } from './label-values.ts'
import {
  findCompany,
  type HeadName,
  headNames,
  isLegalOf,
  isSaidAgain,
  largestOf,
} from './letterhead.ts'
import { findSignatures, readBlock } from './party-blocks.ts'
import {
  cleanName,
  foldName,
  hasTradeWord,
  isLikeName,
  isName,
  isPartyName,
  isPerson,
  isSameName,
  type Printed,
} from './party-names.ts'
import { gstinIn } from './unlabelled.ts'
import { type Zone, zoneAt } from './zones.ts'

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
  return numberedNames(layout, ownGstin).map(({ gstin, name, place }) => {
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

/** Whether a name is the shop's, perhaps in another spelling, or with letters that a scanner confuses. */
export function isOwnName(name: string, { ownName }: KnownParties): boolean {
  if (ownName === null) return false
  const isConfused = foldConfusable(name) === foldConfusable(ownName)
  return isConfused || isSameName(name, ownName) || isLikeName(name, ownName)
}

/* Blocks without a heading that end in a GSTIN. The name of its owner stands above the GSTIN, or before it in a sentence. */

/** A name that may own a GSTIN, and the name's place: first in the block of the GSTIN, further down in it, or before the GSTIN. */
type NumberedName = {
  readonly gstin: string
  readonly name: Printed
  readonly place: 'first' | 'above' | 'sentence' | 'beginning'
}

/** The possible names for all GSTINs outside the table of a page. */
function numberedNames(layout: HeadPage, ownGstin: string | null): NumberedName[] {
  return gstinsOf(layout).flatMap((one) => [
    ...namesAbove(layout, one, one.gstin !== ownGstin),
    ...inSentence(one),
    ...atBeginning(one),
    ...besideNumber(one),
  ])
}

type Found = { gstin: string; row: Row; index: number; piece: Piece; phrase: Phrase }

function gstinsOf({ rows, table }: HeadPage): Found[] {
  return rows.flatMap((row, index) => {
    if (table.has(index)) return []
    return phrasesOf(row).flatMap((phrase) =>
      phrase.pieces.flatMap((piece) => {
        const gstin = gstinIn(piece.word.text)
        return gstin === undefined ? [] : [{ gstin, row, index, piece, phrase }]
      }),
    )
  })
}

/** The most rows of such a block, the widest gap between two of them in row heights, and how much larger type ends the block. */
const [blockRowsMax, blockGapMax, largerMin] = [7, 1.2, 1.5]
/** The rows of a block have equal gaps. A gap twice as wide begins another block, from this many row heights on. */
const leastGap = 0.6

/** The names of a block from its top. The first is the likeliest. The title may stand between the issuer's name and its number. */
function namesAbove(layout: HeadPage, found: Found, mayHoldTitle: boolean): NumberedName[] {
  const { gstin, row, index, piece, phrase } = found
  if (zoneAt(layout.zones, index, piece) !== undefined) return []
  const block = blockAbove(layout, row, index, phrase, mayHoldTitle)
  // Below the first line of an address stand only more of its lines: "Mumbai".
  const lines = block.toReversed()
  const end = lines.findIndex(({ text }) => addressLine.test(text))
  const names = lines
    .slice(0, end === -1 ? lines.length : end)
    .flatMap(({ text, pieces: own }) => (isName(text) ? (cleanName(own) ?? []) : []))
  return names.map((name, at) => ({ gstin, name, place: at === 0 ? 'first' : 'above' }))
}

const addressLine = /\d.*,|,.*\d/

/** The phrases of a block above its last phrase, from below. */
function blockAbove(
  { rows, spots, titles }: HeadPage,
  row: Row,
  index: number,
  last: Phrase,
  mayHoldTitle: boolean,
): Phrase[] {
  const block: Phrase[] = []
  let gapMax = blockGapMax * row.height
  let lowest = last
  for (let at = index - 1; at >= Math.max(0, index - blockRowsMax); at -= 1) {
    // A row with an amount belongs to no party.
    if (rows[at]?.pieces.some(({ word }) => /\d\.\d\d$/.test(word.text)) === true) break
    const above = phrasesOf(rows[at] ?? row).find((one) => offEdges(one, lowest) < row.height)
    // Rows in between may hold only text beside the block.
    if (above === undefined) continue
    const gap = lowest.top - above.bottom
    const isNear = gap < gapMax
    gapMax = Math.min(gapMax, Math.max(gap * 2, leastGap * row.height))
    if (titles.some((title) => title.row === at && title.phrase.left === above.left)) {
      if (!mayHoldTitle) break
      lowest = above
      continue
    }
    const label = spots.find((spot) => spot.row === at && isIn(spot, rows, above))
    const isOfParty = label === undefined || isOfName(label) || isDetail(label)
    if (!isNear || !isOfParty) break
    block.push(above)
    lowest = above
    if (label !== undefined && isOfName(label)) break
    if (above.bottom - above.top > largerMin * row.height) break
  }
  return block
}

/** "M/s Kulkarni Stores", "Customer 118 Kulkarni Stores" */
function isOfName({ text, keys }: LabelSpot): boolean {
  return courtesy.test(text) || keys[0]?.endsWith('_name') === true
}

/** "Ph 9823012345", "DL 20B-118": numbers of the same party. */
function isDetail({ keys }: LabelSpot): boolean {
  return keys.some((key) =>
    /^(?:phone|email|pan|fssai_no|drug_licence_no|address|state|state_code)$/.test(key),
  )
}

function isIn({ row, from }: { row: number; from: number }, rows: readonly Row[], phrase: Phrase) {
  const first = rows[row]?.pieces[from]
  return first !== undefined && phrase.pieces.includes(first)
}

/** "… consigned to Kulkarni Stores, Shop 4, Laxmi Road, GSTIN 27…" */
function inSentence({ gstin, row, piece }: Found): NumberedName[] {
  const before = row.pieces.slice(0, row.pieces.indexOf(piece))
  const at = before.findLastIndex(({ word }) =>
    /^(?:to|m\/s\.?|messrs\.?|of)[,:]?$/i.test(word.text),
  )
  const name = at === -1 ? undefined : cleanName(before.slice(at + 1))
  const isCut = name !== undefined && name.pieces.length < before.length - at - 1
  return isCut && isName(name.text) ? [{ gstin, name, place: 'sentence' }] : []
}

/** The name in a column of its own, before the column of the number. */
function besideNumber({ gstin, row, phrase }: Found): NumberedName[] {
  const [first, second] = phrasesOf(row)
  const name = first === undefined ? undefined : cleanName(first.pieces)
  const isBeside = second?.pieces[0] === phrase.pieces[0]
  return isBeside && name !== undefined && isName(name.text)
    ? [{ gstin, name, place: 'beginning' }]
    : []
}

/** "Pune Stores, Plot 14, Bypass Road, Pune, GSTIN 27…" */
function atBeginning({ gstin, phrase }: Found): NumberedName[] {
  const name = cleanName(phrase.pieces)
  return name !== undefined && isName(name.text) ? [{ gstin, name, place: 'beginning' }] : []
}
