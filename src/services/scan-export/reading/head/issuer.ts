import { heightOf, middleOf, type Piece } from '../level.ts'
import { medianOf } from '../medians.ts'
import { foldText } from '../../../../platform/text.ts'
import { phrasesOf, type Phrase, type Row } from '../rows.ts'
import { amountLabelOf } from '../amount-labels.ts'
import { courtesy } from './find-labels.ts'
import { isName, isTitleWord } from './firm-names.ts'
import type { Title } from './kind.ts'
import type { Place } from './label-values.ts'
import {
  type Block,
  cleanName,
  findSignatures,
  foldName,
  isSameName,
  joinLines,
  type Printed,
} from './party-blocks.ts'
import { gstinIn } from './unlabelled.ts'
import { zoneAt, type Zone } from './zones.ts'

/* Who issued a paper that does not say so under a heading: the name at its head, which signs below. */

export type Issuer = Block & {
  /** 0 to 1. */
  readonly confidence: number
  /** Whether nothing tells who it is but that the name stands first. */
  readonly isFirstAlone?: boolean
}

/**
 * How sure a name is: one that the shop knows, or that the paper says twice; the largest at the head; one that signs alone; the
 * first at the head, which is asked for.
 */
const sureness = { signed: 0.98, largest: 0.95, signature: 0.88, first: 0.8 }

type Candidate = {
  readonly phrase: Phrase
  readonly row: number
  readonly height: number
  readonly name: Printed
}

/** What tells who issued a paper; folded but for those that stand above a GSTIN. */
type Names = {
  readonly vendorNames: ReadonlySet<string>
  readonly otherNames: ReadonlySet<string>
  readonly numbered: readonly Printed[]
  /** The shop's own, where the paper is another firm's. */
  readonly buyerGstin: string | null
}

/** Rows at the head of a page that the name may be in. */
const headRowsMax = 14

/** The issuer's name and address; `vendorNames` are those that the shop knows, `otherNames` of whom the paper is for. Folded. */
export function findIssuer(
  place: Place,
  zones: readonly Zone[],
  titles: readonly Title[],
  { vendorNames, otherNames, numbered, buyerGstin }: Names,
  rowsMax = headRowsMax,
): Issuer | undefined {
  const candidates = candidatesOf(place, zones, titles, rowsMax).filter(
    ({ name }) => !otherNames.has(foldName(name.text)),
  )
  const signatures = findSignatures(place.rows)
  const known = candidates.find(({ name }) => vendorNames.has(foldName(name.text)))
  const signed = candidates.find(({ name }) =>
    signatures.some((one) => isSameName(one.text, name.text)),
  )
  const largest = candidates.toSorted((a, b) => b.height - a.height)[0]
  const [second] = candidates
    .filter((one) => one !== largest)
    .toSorted((a, b) => b.height - a.height)
  const isLarger =
    largest !== undefined &&
    largest.height > 1.2 * Math.max(second?.height ?? 0, usualHeight(place))
  const [first] = candidates
  const company =
    known === undefined && signed === undefined ? findCompany(place, zones) : undefined
  if (company !== undefined) return company
  // Where the letterhead is no larger than the rest, whose GSTIN stands below it is likelier than the first.
  const numberedOne = candidates.find(({ name }) =>
    numbered.some(({ text }) => isSameName(text, name.text)),
  )
  const unsigned = isLarger ? largest : (numberedOne ?? first)
  const chosen = known ?? signed ?? (unsigned && (legalName(unsigned, candidates) ?? unsigned))
  if (chosen === undefined) return fromSignature(signatures)
  const isNumbered = numbered.some(({ text }) => isSameName(text, chosen.name.text))
  const isProven =
    chosen === known || chosen === signed || isNumbered || isSaidAgain(chosen, place, buyerGstin)
  const confidence = isProven
    ? sureness.signed
    : chosen === largest && isLarger
      ? sureness.largest
      : sureness.first
  const address = addressBelow(chosen, place, zones)
  return { name: chosen.name, address, confidence, isFirstAlone: confidence === sureness.first }
}

/** As the holder of its account, in its address of the web, or by the letter that a firm's PAN has of its name; the buyer's has it by chance. */
function isSaidAgain(
  { row, name }: Candidate,
  { rows }: Place,
  buyerGstin: string | null,
): boolean {
  const own = foldName(name.text)
  const [brand = ''] = foldText(name.text).match(/\p{L}{4,}/u) ?? []
  return rows.some(({ pieces }, index) => {
    const text = pieces.map(({ word }) => word.text)
    const isAgain = index !== row && foldName(text.join(' ')).includes(own)
    return (
      isAgain || text.some((word) => gstinIn(word) !== buyerGstin && isOfFirm(word, own, brand))
    )
  })
}

/** A firm's or company's PAN has the first letter of its name in the fifth place, a person's that of the surname. */
const firmGstin = /\d{2}[A-Z]{3}[CFHATBLJG]([A-Z])\d{4}[A-Z][\dA-Z]Z[\dA-Z]/

function isOfFirm(word: string, own: string, brand: string): boolean {
  const letter = firmGstin.exec(word.toUpperCase())?.[1]?.toLowerCase()
  const isWeb = brand !== '' && /@|www\.|\.(?:com|in|net|org)\b/i.test(word)
  return (
    (letter !== undefined && own.startsWith(letter)) || (isWeb && foldText(word).includes(brand))
  )
}

/** Rows below a sign in which the firm may say what it is registered as. */
const legalRowsMax = 2

/** Under "HOTEL SAI PALACE" stands "Sai Palace Hospitality LLP": the firm is who sells. */
function legalName(sign: Candidate, candidates: readonly Candidate[]): Candidate | undefined {
  if (legalForm.test(sign.name.text)) return undefined
  return candidates.find(
    ({ row, name }) =>
      row > sign.row && row <= sign.row + legalRowsMax && legalForm.test(name.text),
  )
}

const legalForm = /\b(?:limited|ltd|llp|pvt)\b\.?\)?$/i

/** A company says below in small print what it is called, where only its brand stands on top. */
function findCompany({ rows }: Place, zones: readonly Zone[]): Issuer | undefined {
  for (const [index, row] of rows.entries()) {
    for (const { text, pieces } of phrasesOf(row)) {
      const [first] = pieces
      const name = companyName.exec(text)?.[1]
      if (name === undefined || first === undefined || zoneAt(zones, index, first) !== undefined)
        continue
      const around = rows
        .slice(index, index + 2)
        .flatMap((one) => one.pieces.map(({ word }) => word.text))
      if (!/regd|registered|\bcin\b|gstin/i.test(around.join(' '))) continue
      const count = name.split(' ').length
      return {
        name: { text: name, pieces: pieces.slice(0, count) },
        address: undefined,
        confidence: sureness.signature,
      }
    }
  }
  return undefined
}

const companyName = /^([A-Z][^,:@]{2,60}?\b(?:Limited|Ltd\.?|LLP))(?=$|[\s,.])/

function fromSignature([signature]: readonly Printed[]): Issuer | undefined {
  if (signature === undefined) return undefined
  return { name: signature, address: undefined, confidence: sureness.signature }
}

function usualHeight({ rows }: Place): number {
  return medianOf(rows.map(({ height }) => height))
}

function candidatesOf(
  { rows, spots }: Place,
  zones: readonly Zone[],
  titles: readonly Title[],
  rowsMax: number,
): Candidate[] {
  return rows.slice(0, Math.min(rowsMax, headRowsMax)).flatMap((row, index) => {
    return phrasesOf(row, 1.3).flatMap((phrase) => {
      const [first] = phrase.pieces
      const name = cleanName(phrase.pieces)
      if (first === undefined || name === undefined || !isName(name.text)) return []
      if (amountLabelOf(name.text) !== undefined && row.pieces.some(isAmount)) return []
      if (zoneAt(zones, index, first) !== undefined) return []
      if (titles.some((title) => title.row === index && title.phrase.left === phrase.left))
        return []
      const isLabelled = spots.some(
        (spot) =>
          spot.row === index &&
          !courtesy.test(spot.text) &&
          !isTitleWord(spot.text) &&
          (row.pieces[spot.from] === first || row.pieces[spot.to] === first),
      )
      return isLabelled ? [] : [{ phrase, row: index, height: usual(phrase.pieces), name }]
    })
  })
}

function usual(pieces: readonly Piece[]): number {
  return medianOf(pieces.map(heightOf))
}

/** Firms are called "Balance Foods Limited" too: only beside an amount it is a label. */
function isAmount({ word }: Piece): boolean {
  return /\d\.\d\d$/.test(word.text)
}

/** The rows under a name as far as they belong to it: to the same side, without a gap, up to a label. */
function addressBelow(
  { phrase, row }: Candidate,
  { rows, spots }: Place,
  zones: readonly Zone[],
): Printed | undefined {
  const lines: Piece[][] = []
  let bottom = phrase.bottom
  for (let index = row + 1; index < row + addressRowsMax; index += 1) {
    const below = rows[index]
    if (below === undefined || below.top - bottom > 1.6 * below.height) break
    const line = phrasesOf(below, 1.6).find((other) => isUnder(other, phrase, below))
    const [first] = line?.pieces ?? []
    if (line === undefined || first === undefined) continue
    const isLabel = spots.some(({ row: at, from }) => at === index && below.pieces[from] === first)
    if (isLabel || zoneAt(zones, index, first) !== undefined || !isAddress(line.text)) break
    lines.push(upToLabel(line, below, index, spots))
    bottom = below.bottom
  }
  return joinLines(lines)
}

const addressRowsMax = 7

function upToLabel({ pieces }: Phrase, row: Row, index: number, spots: Place['spots']): Piece[] {
  const at = pieces.findIndex((piece) =>
    spots.some((spot) => spot.row === index && row.pieces[spot.from] === piece),
  )
  return at === -1 ? [...pieces] : pieces.slice(0, at)
}

function isAddress(text: string): boolean {
  return (
    !/@|gstin|www\.|invoice|^\(.*\)$|\bph(?:one)?\b|mobile|fssai/i.test(text) && !isTitleWord(text)
  )
}

/** Left edges, middles or right edges in one line. */
function isUnder(line: Phrase, name: Phrase, { height }: Row): boolean {
  const off = Math.min(
    Math.abs(line.left - name.left),
    Math.abs(line.left + line.right - name.left - name.right) / 2,
    Math.abs(line.right - name.right),
  )
  return off < 2 * height && middleOf(line) > middleOf(name)
}
