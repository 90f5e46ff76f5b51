import { heightOf, medianOf, middleOf, type Piece } from '../level.ts'
import { foldText } from '../../platform/text.ts'
import { gapBetween, offEdges, phrasesOf, type Phrase, type Row } from '../rows.ts'
import { amountLabelOf } from '../../paper/fields/foot-words.ts'
import type { HeadPage } from './candidates.ts'
import { courtesy } from './find-labels.ts'
import { farGapMin, type Place } from './label-values.ts'
import { findSignatures, joinLines } from './party-blocks.ts'
import {
  cleanName,
  foldName,
  isName,
  isTitleWord,
  legalForm,
  nameCharactersMax,
  type Printed,
  isTrade,
} from './party-names.ts'
import { gstinIn } from './unlabelled.ts'
import { zoneAt } from './zones.ts'

/* The names at the head of a page that have no label. One of them is the issuer's. */

/** A name at the head, and the row in which it begins. */
export type HeadName = {
  readonly phrase: Phrase
  readonly row: number
  readonly height: number
  readonly name: Printed
}

/** The name stands within this many rows from the top. */
const headRowsMax = 14

/** From top to bottom. Names in blocks with a heading are left out. */
export function headNames(layout: HeadPage): HeadName[] {
  const { rows, table } = layout
  const end = Math.min(rows.length, headRowsMax, ...table)
  const names = rows
    .slice(0, end)
    .flatMap((row, index) => phrasesOf(row, 1.3).flatMap((one) => nameOf(one, row, index, layout)))
  const signed = new Set(findSignatures(rows).map(({ text }) => foldName(text)))
  return names.map((one) => withSecondLine(one, layout, signed))
}

function nameOf(phrase: Phrase, row: Row, index: number, layout: HeadPage): HeadName[] {
  const { spots, zones, titles } = layout
  const [first] = phrase.pieces
  const name = cleanName(phrase.pieces)
  if (first === undefined || name === undefined || !isName(name.text)) return []
  if (amountLabelOf(name.text) !== undefined && row.pieces.some(isAmount)) return []
  if (zoneAt(zones, index, first) !== undefined) return []
  if (titles.some((title) => title.row === index && title.phrase.left === phrase.left)) return []
  const before = row.pieces[row.pieces.indexOf(first) - 1]?.word.text ?? ''
  if (before.endsWith(':')) return []
  const isLabelled = spots.some(
    (spot) =>
      spot.row === index &&
      !courtesy.test(spot.text) &&
      !isTitleWord(spot.text) &&
      (row.pieces[spot.from] === first || isBehind(spot, row, first)),
  )
  return isLabelled ? [] : [{ phrase, row: index, height: usual(phrase.pieces), name }]
}

/** Whether a text is the value of a label. Far behind the heading of another block it is none. */
function isBehind({ to }: { to: number }, { pieces }: Row, first: Piece): boolean {
  const last = pieces[to - 1]
  return pieces[to] === first && last !== undefined && gapBetween(last, first) < farGapMin
}

/** Joins the second line of a long name, also below a row beside it: "Shah & Sons / Distributors". A signature has the whole name. */
function withSecondLine(one: HeadName, { rows }: HeadPage, signed: ReadonlySet<string>): HeadName {
  const below = rows
    .slice(one.row + 1, one.row + 3)
    .filter((row) => row.top - one.phrase.bottom <= row.height)
  for (const rest of below.flatMap((row) => phrasesOf(row, 1.3))) {
    const text = `${one.name.text} ${rest.text}`
    const isThere = isUnder(rest, one.phrase, one) || isBeside(rest, one.phrase)
    const isRest = isTrade(rest.text) && /\S/.test(rest.text) && isThere
    const isSameType = Math.abs(usual(rest.pieces) - one.height) <= one.height * sameHeight
    if (!signed.has(foldName(text)) && !(isRest && isSameType)) continue
    const pieces = [...one.name.pieces, ...rest.pieces]
    return text.length > nameCharactersMax ? one : { ...one, name: { text, pieces } }
  }
  return one
}

/** On a page that lies a little askew, the end of a name may seem to stand in the next row. */
function isBeside(rest: Phrase, name: Phrase): boolean {
  const height = name.bottom - name.top
  const gap = rest.left - name.right
  return rest.top < name.bottom && gap > 0 && gap < besideGapMax * height
}

/** In heights of type. Names are often set wide. */
const besideGapMax = 2.5

/** Type of one size may differ by this part of its height. */
const sameHeight = 0.1

function usual(pieces: readonly Piece[]): number {
  return medianOf(pieces.map(heightOf))
}

/** A firm may have the name "Balance Foods Limited". Only beside an amount is this a label. */
function isAmount({ word }: Piece): boolean {
  return /\d\.\d\d$/.test(word.text)
}

/** A firm's name is this much larger than everything else at the head. */
const largerMin = 1.2

/** The name in larger type than the other names and the page. */
export function largestOf(names: readonly HeadName[], { rows }: Place): HeadName | undefined {
  const [largest, second] = names.toSorted((a, b) => b.height - a.height)
  const others = Math.max(second?.height ?? 0, medianOf(rows.map(({ height }) => height)))
  return largest !== undefined && largest.height > largerMin * others ? largest : undefined
}

/**
 * Whether the paper repeats the name: as an account holder, in a web address, or as the letter that a firm's PAN takes from its name. The
 * buyer's PAN does not count, because its letter may match by chance.
 */
export function isSaidAgain(
  { row, name }: HeadName,
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

/** The fifth letter of a PAN is the first letter of a firm's name, or of a person's surname. */
const firmGstin = /\d{2}[A-Z]{3}[CFHATBLJG]([A-Z])\d{4}[A-Z][\dA-Z]Z[\dA-Z]/

function isOfFirm(word: string, own: string, brand: string): boolean {
  const letter = firmGstin.exec(word.toUpperCase())?.[1]?.toLowerCase()
  const isWeb = brand !== '' && /@|www\.|\.(?:com|in|net|org)\b/i.test(word)
  return (
    (letter !== undefined && own.startsWith(letter)) || (isWeb && foldText(word).includes(brand))
  )
}

/** A firm may print its legal name within this many rows below its trade name. */
const legalRowsMax = 2

/** "Sai Palace Hospitality LLP" below "HOTEL SAI PALACE": the firm is the seller. */
export function isLegalOf({ row, name }: HeadName, sign: HeadName): boolean {
  const isBelow = row > sign.row && row <= sign.row + legalRowsMax
  return isBelow && !legalForm.test(sign.name.text) && legalForm.test(name.text)
}

/** The company's name in small print, for a paper that has only its brand on top. */
export function findCompany({ rows, zones }: HeadPage): Printed | undefined {
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
      return { text: name, pieces: pieces.slice(0, name.split(' ').length) }
    }
  }
  return undefined
}

const companyName = /^([A-Z][^,:@]{2,60}?\b(?:Limited|Ltd\.?|LLP))(?=$|[\s,.])/

/** The rows below a name that belong to it: aligned with it, without a gap, up to a label. */
export function addressBelow(
  { phrase, row }: HeadName,
  { rows, spots, zones, titles }: HeadPage,
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
    const isTitle = titles.some((title) => title.row === index && title.phrase.left === line.left)
    if (isLabel || isTitle || zoneAt(zones, index, first) !== undefined || !isAddress(line.text))
      break
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

function isUnder(line: Phrase, name: Phrase, { height }: { height: number }): boolean {
  return offEdges(line, name) < 2 * height && middleOf(line) > middleOf(name)
}
