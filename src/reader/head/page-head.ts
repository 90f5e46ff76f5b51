import type { Category } from '../../paper/categories.ts'
import { fieldName } from '../../paper/fields.ts'
import { type Area, type ReadPage, type ReadValue, withDoubt } from '../page.ts'
import type { Row } from '../rows.ts'
import {
  bareWorth,
  type Candidate,
  checkedConfidence,
  type HeadPage,
  valueOf,
  withCheck,
} from './candidates.ts'
import { findLabels, type LabelSpot } from './find-labels.ts'
import { isAmountKey, keyFor } from './known-labels.ts'
import { titlesOf } from './kind.ts'
import { bankIn, foldName, isLikely, type Printed } from './party-names.ts'
import { type LabelValue, valuesOf } from './label-values.ts'
import {
  type Fact,
  hasGstin,
  headingWorth,
  isOwnName,
  issuerOf,
  type KnownParties,
  nameOf,
  partyFacts,
  type Side,
  type Why,
} from './party-facts.ts'
import { wrongLetters } from '../labels/match.ts'
import { headRows } from './pieces.ts'
import { tableRows } from './table-region.ts'
import { unlabelled } from './unlabelled.ts'
import { findZones, zoneAt } from './zones.ts'
import { lessSure } from '../sureness.ts'
import { addressBelow, headNames } from './letterhead.ts'
import { readBlock } from './party-blocks.ts'

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
  const hasOwn = layout.rows.some(({ pieces }) => hasGstin(pieces, ownGstin))
  return [
    ...[...labelled(layout), ...unlabelled(layout)].map((one) =>
      withOwner(one, layout, ownGstin, hasOwn),
    ),
    ...partyCandidates(layout, known),
  ]
}

/**
 * The shop's GSTIN and PAN belong to the shop, wherever they stand. The shop may have registrations of several states under one PAN.
 * Numbers with another PAN are the seller's.
 */
function withOwner(
  candidate: Candidate,
  { category }: HeadPage,
  ownGstin: string | null,
  hasOwn: boolean,
): Candidate {
  const [, key = '', kind] = /^(\w+_)?(gstin|pan)$/.exec(candidate.key) ?? []
  if (ownGstin === null || kind === undefined) return candidate
  const { text } = candidate.value
  const pan = kind === 'pan' ? text : text.slice(2, 12)
  if (pan !== ownGstin.slice(2, 12)) {
    const isSellers = (category === 'purchase_order' || hasOwn) && key === 'buyer_'
    return isSellers ? { ...candidate, key: kind } : candidate
  }
  return text === ownGstin || kind === 'pan'
    ? { ...candidate, key: `buyer_${kind}`, worth: 2 }
    : candidate
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

/** The value that a label with this key names most plainly: "** TAX INVOICE **   PAGE 2 OF 2" names it less. */
export function labelledText(layout: HeadPage, key: string): string | undefined {
  const named = labelled(layout).filter((candidate) => candidate.key === key)
  return named.toSorted((a, b) => b.worth - a.worth)[0]?.value.text
}

function labelledValue(found: LabelValue, layout: HeadPage): Candidate[] {
  const { spot, pieces } = found
  const [first] = layout.rows[spot.row]?.pieces.slice(spot.from) ?? []
  const zone = first === undefined ? undefined : zoneAt(layout.zones, spot.row, first)
  const owner = ownLabel.test(spot.text) ? 'seller' : zone?.owner
  const key = keyFor(found.key, owner, layout.category)
  if (key === undefined || pieces.length === 0 || !isLikely(key, found.text)) return []
  const { text, pieces: own } = (key === 'bank_name' ? bankIn(pieces) : undefined) ?? found
  const value = valueOf(text, spot.text, own, layout)
  const checked = key.endsWith('gstin') ? withCheck(value) : value
  const repaired = found.isRepaired ? withRepair(value, key) : withEnd(checked, key)
  const worth = found.nearness - (found.isRepaired ? 0.2 : 0) - (spot.isQualified ? 0.2 : 0)
  if (!spot.isInSentence) return [{ key, value: repaired, worth }]
  // A note tells in a sentence which bill it is about.
  const isOfNote = key.startsWith('original_') && layout.titles[0]?.kind.endsWith('note') === true
  const said = isOfNote ? repaired : fromSentence(key, repaired, layout)
  return [{ key, value: said, worth: bareWorth }]
}

/** "Bank of": the end of the name stands elsewhere. */
function withEnd(value: ReadValue, key: string): ReadValue {
  if (!key.endsWith('_name') || !/(?:\bof|\band|&)$/i.test(value.text)) return value
  return withDoubt(value, `${fieldName(key)}: “${value.text}” is hardly the whole name.`)
}

/** A note speaks of the bill that it changes, and in the words of its own number. */
function fromSentence(key: string, value: ReadValue, { titles }: HeadPage): ReadValue {
  const reason = `${fieldName(key)}: “${value.text}” stands in a sentence, so it may be another paper’s.`
  const isNote = titles.some(({ kind }) => kind === 'credit note' || kind === 'debit note')
  const isOwn = key === 'invoice_no' || key === 'invoice_date'
  return isNote && isOwn ? withDoubt(value, reason) : lessSure(value, 'inSentence', reason)
}

/** "Our" on a paper means the issuer. */
const ownLabel = /^(?:our|company'?s?|supplier'?s?|seller'?s?|vendor'?s?)\b/i

/** The highest confidence of a corrected value without a check character. */
const repairedMax = 0.8

function withRepair(value: ReadValue, key: string): ReadValue {
  if (key.endsWith('gstin'))
    return { ...value, confidence: Math.min(value.confidence, checkedConfidence) }
  return {
    ...value,
    confidence: Math.min(value.confidence, repairedMax),
    doubts: ['A character of it was hard to read and was put right.'],
  }
}

/* Decides the seller and the buyer together. Nobody is both, and the shop itself is never the seller. */

/** A name with all facts that speak for it. */
type Party = { readonly folded: string; readonly isOwn: boolean; readonly facts: readonly Fact[] }

/** The parties of a page. */
function partyCandidates(layout: HeadPage, known: KnownParties): Candidate[] {
  const parties = partiesOf(partyFacts(layout, known), known)
  const { seller, buyer, rival, otherSeller } = decide(parties)
  const isOpen = !isRepeated(seller) || isRepeated(otherSeller)
  const other = otherSeller && isOpen ? plainest(otherSeller, 'seller') : undefined
  return [
    ...(seller === undefined ? [] : sellerFields(seller, { parties, other }, layout)),
    ...(buyer === undefined ? [] : buyerFields(buyer, rival, layout, known)),
    ...blockFields(layout),
    ...issuerAddress(issuerOf(layout) === 'seller' ? seller : buyer, layout),
  ]
}

function isRepeated(party: Party | undefined): boolean {
  return party?.facts.some(({ why }) => why === 'again') === true
}

/** All spellings of a name are one party. */
function partiesOf(facts: readonly Fact[], known: KnownParties): Party[] {
  const byName = Map.groupBy(facts, ({ name }) => foldName(name.text))
  return Array.from(byName, ([folded, own]) => ({
    folded,
    isOwn: own.some(({ name }) => isOwnName(name.text, known)),
    facts: own,
  }))
}

type Decided = {
  readonly seller: Party | undefined
  readonly buyer: Party | undefined
  /** Other parties that may be the buyer, and the seller. */
  readonly rival: Party | undefined
  readonly otherSeller: Party | undefined
}

/** A party is doubted if a pair with another one is worth at most this much less. For two sellers, only their order on the paper speaks then. */
const rivalMargin = { buyer: 1, seller: 0.5 }

/** The pair of seller and buyer with the highest worth. */
function decide(parties: readonly Party[]): Decided {
  const hasOwn = parties.some(({ isOwn }) => isOwn)
  // If the shop is on the paper, any other party may be the seller, whatever its heading.
  const sellers = parties.filter(
    ({ facts, isOwn }) => !isOwn && (hasOwn || hasSide(facts, 'seller')),
  )
  const buyers = parties.filter(({ facts }) => hasSide(facts, 'buyer'))
  const pairs = [undefined, ...sellers].flatMap((seller) =>
    [undefined, ...buyers]
      .filter((buyer) => buyer === undefined || buyer !== seller)
      .map((buyer) => ({
        seller,
        buyer,
        worth: worthOf(seller, 'seller') + worthOf(buyer, 'buyer'),
      })),
  )
  const [best] = pairs.toSorted((a, b) => b.worth - a.worth)
  const rivalOf = (side: Side) =>
    pairs.find(
      ({ [side]: party, worth }) =>
        party !== undefined &&
        party !== best?.[side] &&
        worth >= (best?.worth ?? 0) - rivalMargin[side],
    )?.[side]
  return {
    seller: best?.seller,
    buyer: best?.buyer,
    rival: rivalOf('buyer'),
    otherSeller: rivalOf('seller'),
  }
}

function hasSide(facts: readonly Fact[], side: Side): boolean {
  return facts.some((fact) => fact.side === side)
}

/** Of facts of one kind the strongest counts. A name much like the shop's gains as much as a heading. */
function worthOf(party: Party | undefined, side: Side): number {
  if (party === undefined) return 0
  if (side === 'seller' && !hasSide(party.facts, side)) return besideOwnWorth
  const own = party.facts.filter((fact) => fact.side === side)
  const best = Map.groupBy(own, ({ why }) => why)
  const sum = [...best.values()].reduce(
    (all, some) => all + Math.max(...some.map(({ worth }) => worth)),
    0,
  )
  return sum + (party.isOwn && side === 'buyer' ? ownLikeWorth : 0)
}

const ownLikeWorth = 10
/** The worth of a seller for whom nothing speaks, except that the other party is the shop. */
const besideOwnWorth = 0.5

/** The name where it is printed most plainly. */
function plainest({ facts }: Party, side: Side): Fact | undefined {
  return facts
    .filter((fact) => fact.side === side && fact.why !== 'again')
    .toSorted((a, b) => b.worth - a.worth)[0]
}

/**
 * The confidence of a seller: proven by a second fact, the largest name at the head, a company or a signature alone.
 */
const sureness = { proven: 0.98, largest: 0.95, alone: 0.88 }
const proofs: ReadonlySet<Why> = new Set(['known', 'signs', 'numbered', 'again', 'holder'])

function sellerFields(
  party: Party,
  { parties, other }: { parties: readonly Party[]; other: Fact | undefined },
  layout: HeadPage,
): Candidate[] {
  const fact = plainest(party, 'seller') ?? plainest(party, 'buyer')
  if (fact === undefined) return []
  const whys = party.facts.flatMap(({ why, side }) => (side === 'seller' ? why : []))
  const confidence = surenessOf(whys)
  const name = issuerOf(layout) === 'seller' ? fact.name : withoutCourtesy(fact.name)
  const fields = partyField('vendor_name', name, fact.label, layout, confidence)
  if (confidence === undefined) return fields.map(asFirst)
  const first = confidence === sureness.alone ? firstOf(parties, party) : undefined
  const own = `Seller: “${fact.name.text}”`
  if (first !== undefined) {
    const doubt = `${own} signs the paper, and “${first.name.text}” stands first on it.`
    return fields.map((one) => doubted(one, doubt))
  }
  if (other === undefined) return fields
  const doubt = `${own} and “${other.name.text}” stand there as such.`
  return fields.map((one) => doubted(one, doubt))
}

/** Another name at the head. */
function firstOf(parties: readonly Party[], party: Party): Fact | undefined {
  const others = parties.filter((one) => one !== party && !one.isOwn)
  return others.flatMap(({ facts }) => facts).find(({ why }) => why === 'onTop')
}

/** Undefined if the seller is only the first name. */
function surenessOf(whys: readonly Why[]): number | undefined {
  if (whys.includes('heading')) return 1
  if (whys.some((why) => proofs.has(why))) return sureness.proven
  if (whys.includes('largest')) return sureness.largest
  return whys.includes('company') || whys.includes('signsOnly') ? sureness.alone : undefined
}

function asFirst(one: Candidate): Candidate {
  const reason = `Seller: “${one.value.text}” stands first on the paper, and nothing else on it says who sold.`
  return { ...one, value: lessSure(one.value, 'firstName', reason) }
}

function doubted(one: Candidate, doubt: string): Candidate {
  return { ...one, value: withDoubt(one.value, doubt) }
}

function buyerFields(
  party: Party,
  rival: Party | undefined,
  layout: HeadPage,
  known: KnownParties,
): Candidate[] {
  const fact = plainest(party, 'buyer')
  if (fact === undefined) return []
  const name = withoutCourtesy(fact.name)
  const own = party.isOwn && layout.isOcr ? misreadOwn(name, known) : undefined
  const fields = partyField('buyer_name', own ?? name, fact.label, layout)
  if (party.isOwn) return fields
  const other = rival === undefined ? undefined : plainest(rival, 'buyer')?.name.text
  const doubts = [
    ...(other === undefined
      ? []
      : [`${fieldName('buyer_name')}: “${fact.name.text}” and “${other}” stand there as such.`]),
    ...strangerDoubt(party, fact, layout, known),
  ]
  return doubts.reduce((some, doubt) => some.map((one) => doubted(one, doubt)), fields)
}

/** In letters. A scanner may have misread the shop's own name. */
const misreadMax = 2

function misreadOwn({ text, pieces }: Printed, { ownName }: KnownParties): Printed | undefined {
  if (ownName === null) return undefined
  const wrong = wrongLetters(foldName(text), foldName(ownName), misreadMax)
  return wrong > 0 && wrong <= misreadMax ? { text: ownName, pieces } : undefined
}

/** "M/s" is not part of the name of the addressed party. The issuer of a paper may print it as part of the own name. */
function withoutCourtesy({ text, pieces }: Printed): Printed {
  return { text: text.replace(/^(?:m\/s|messrs)\.?\s+/i, ''), pieces }
}

/**
 * Doubts the buyer. If the shop's own GSTIN is on the paper, the buyer must stand beside it. If not, the buyer must have the shop's name.
 */
function strangerDoubt(
  { facts }: Party,
  { name }: Fact,
  { rows }: HeadPage,
  { ownGstin, ownName }: KnownParties,
): string[] {
  const isBeside = facts.some(({ why, worth }) => besideOwn.has(why) || worth > headingWorth)
  if (isBeside) return []
  if (rows.some(({ pieces }) => hasGstin(pieces, ownGstin)))
    return [`Buyer: “${name.text}” does not stand beside this shop’s GSTIN.`]
  return ownName === null ? [] : [`Buyer: “${name.text}” is not what this shop is called.`]
}

const besideOwn: ReadonlySet<Why> = new Set(['first', 'above', 'sentence', 'beginning'])

/** The other fields of blocks with a heading: consignees and addresses. */
function blockFields(layout: HeadPage): Candidate[] {
  return layout.zones.flatMap((zone) => {
    if (zone.owner === 'bank') return []
    const { address } = readBlock(zone, layout)
    const name = zone.owner === 'consignee' ? nameOf(zone, layout) : undefined
    return [
      ...partyField('consignee_name', name, zone.heading.text, layout),
      ...partyField(keyFor('address', zone.owner, layout.category), address, '', layout),
    ]
  })
}

/** What an address below a letterhead is worth. */
const addressWorth = 0.8

function issuerAddress(issuer: Party | undefined, layout: HeadPage): Candidate[] {
  const name = headNames(layout).find((one) => foldName(one.name.text) === issuer?.folded)
  const address = name === undefined ? undefined : addressBelow(name, layout)
  const key = layout.category === 'purchase_order' ? 'buyer_address' : 'address'
  return partyField(key, address, '', layout).map((one) => ({ ...one, worth: addressWorth }))
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
