import { heightOf, type Piece } from '../level.ts'
import {
  gapBetween,
  type Phrase,
  phrasesOf,
  type Row,
  wordGapMax,
  spanOf,
  overlapOf,
  type Span,
} from '../rows.ts'
import { keyInGroup, type KeyOf, partOfGroup, partsOfGroup } from './heading-keys.ts'
import { keyByWords } from '../../paper/fields/heading-words.ts'
import { contentOf, isFigure, isMonth, isNameKey } from './content.ts'

/* Groups the words of a heading, which may have several printed lines, into one cell for each column. */

/** The printed heading of a column, and its canonical key. */
export type Heading = {
  readonly label: string
  readonly key: string | undefined
  /** Whether only the words of the heading suggest the key, and no list of labels has it. */
  readonly isGuessed?: boolean
  /** Whether the figures show the column, whatever stands over it. */
  readonly isSolved?: boolean
  readonly pieces: readonly Piece[]
  readonly left: number
  readonly right: number
}

/** Heights: words nearer than this belong to one cell. */
const cellGap = 0.6
/** The cost of splitting or joining against the gap, for each height of difference. */
const gapCost = 5
/** What a known label adds, and each further word of it: "Batch No" is one label rather than two. */
const labelWorth = 1
const wordWorth = 0.6
/** The most words of a cell in one line of a heading. */
const cellWordsMax = 7

const nothingBelow: Below = { rows: [], isSpanning: false }

/** Groups the words of a heading's line into cells. Known labels stay together, and wide gaps separate words. */
export function cellsOfLine(
  pieces: readonly Piece[],
  keyOf: KeyOf,
  below: Below = nothingBelow,
): Phrase[] {
  const gaps = pieces.map((piece, index) => gapBefore(pieces[index - 1], piece, below, keyOf))
  // The best grouping of the words before each position, and where its last cell begins.
  const best: { worth: number; start: number }[] = [{ worth: 0, start: 0 }]
  for (let end = 1; end <= pieces.length; end++) {
    let found = { worth: -Infinity, start: end - 1 }
    for (let start = end - 1; start >= Math.max(0, end - cellWordsMax); start--) {
      const worth =
        (best[start]?.worth ?? 0) +
        worthOfCell(pieces.slice(start, end), gaps.slice(start, end), keyOf)
      if (worth > found.worth) found = { worth, start }
    }
    best.push(found)
  }
  const cells: Phrase[] = []
  for (let end = pieces.length; end > 0; end = best[end]?.start ?? 0) {
    const words = pieces.slice(best[end]?.start ?? 0, end)
    cells.push(...phrasesOf({ pieces: words }, Infinity))
  }
  return cells.toReversed()
}

/** `gaps` are the gaps before each word. */
function worthOfCell(words: readonly Piece[], gaps: readonly number[], keyOf: KeyOf): number {
  const label = words.map(({ word }) => word.text).join(' ')
  const worth = keyOf(label) === undefined ? 0 : labelWorth + (words.length - 1) * wordWorth
  // The gap before a cell is a border. The gaps inside it are not.
  const off = gaps.map((gap, index) => Math.max(0, index === 0 ? cellGap - gap : gap - cellGap))
  return worth - gapCost * off.reduce((sum, one) => sum + one, 0)
}

function gapBefore(before: Piece | undefined, piece: Piece, below: Below, keyOf: KeyOf): number {
  return before === undefined ? Infinity : headingGap(before, piece, below, keyOf)
}

/** A cell in the making, line by line. */
type Stack = { lines: Phrase[]; group: Stack | undefined }

/** Stacks the cells of a heading's lines into columns. */
export function stackCells(lines: readonly (readonly Phrase[])[], keyOf: KeyOf): Heading[] {
  let stacks: Stack[] = []
  for (const cells of lines) stacks = addLine(stacks, cells, keyOf)
  return stacks.map((stack) => headingOf(stack, keyOf)).toSorted((a, b) => a.left - b.left)
}

function addLine(stacks: readonly Stack[], line: readonly Phrase[], keyOf: KeyOf): Stack[] {
  const cells = line.flatMap((cell) =>
    keyOf(cell.text) === undefined && partOfGroup(cell.text) === undefined
      ? splitBelow(stacks, cell)
      : [cell],
  )
  const children = new Map<Stack, Phrase[]>()
  const alone: Stack[] = []
  const pairs = pairsOf(stacks, cells, keyOf)
  for (const cell of cells) {
    const parent = pairs.get(cell) ?? parentOf(stacks, cell, cells, keyOf)
    if (parent === undefined) alone.push({ lines: [cell], group: undefined })
    else children.getOrInsertComputed(parent, () => []).push(cell)
  }
  const grown = stacks.flatMap((stack) => growStack(stack, children.get(stack) ?? [], keyOf))
  return [...grown, ...alone]
}

/** "No. Goods" below "S." and "Description of" is two cells, even if the words stand close. */
function splitBelow(stacks: readonly Stack[], cell: Phrase): Phrase[] {
  const groups: { above: Stack | undefined; pieces: Piece[] }[] = []
  for (const piece of cell.pieces) {
    const above = widestOver(stacks, piece)
    const last = groups.at(-1)
    if (last !== undefined && (above === undefined || above === last.above)) last.pieces.push(piece)
    else groups.push({ above, pieces: [piece] })
  }
  return groups.flatMap(({ pieces }) => phrasesOf({ pieces }, Infinity))
}

function widestOver(stacks: readonly Stack[], edges: Span): Stack | undefined {
  return stacks
    .map((stack) => ({ stack, overlap: overlapOf(edgesOf(stack), edges) }))
    .filter(({ overlap }) => overlap > 0)
    .toSorted((a, b) => b.overlap - a.overlap)[0]?.stack
}

/** "CGST", "SGST" over "% Amt % Amt": each tax takes the next two sub-headings, wherever its own words stand. */
function pairsOf(
  stacks: readonly Stack[],
  cells: readonly Phrase[],
  keyOf: KeyOf,
): Map<Phrase, Stack> {
  const groups = stacks
    .filter(({ lines, group }) => group === undefined && isGroup(lines, keyOf))
    .toSorted((a, b) => edgesOf(a).left - edgesOf(b).left)
  const parts = cells.filter((cell) => {
    const over = widestOver(stacks, cell)
    // "(Rs.)" below "Amount" belongs to "Amount", not to a group.
    return partOfGroup(cell.text) !== undefined && (over === undefined || groups.includes(over))
  })
  const isPaired = parts.every(
    ({ text }, index) => partOfGroup(text) === (index % 2 === 0 ? 'rate' : 'amount'),
  )
  if (!isPaired || parts.length !== groups.length * 2) return new Map()
  return new Map(
    parts.flatMap((part, index) => {
      const group = groups[Math.floor(index / 2)]
      return group === undefined ? [] : [[part, group] as const]
    }),
  )
}

/** One cell below continues the heading. Several cells stand under a shared heading or under the table's title. */
function growStack(stack: Stack, below: readonly Phrase[], keyOf: KeyOf): Stack[] {
  const [only] = below
  // "Description / HSN" over "MRP": names stand in rows of their own, above the figures, and begin further left.
  if (only !== undefined && below.length === 1 && isOverAnother(stack, only, keyOf)) {
    const names = stack.lines.map((line) => ({ ...line, right: Math.min(line.right, only.left) }))
    return [names, [only]].map((lines): Stack => ({ lines, group: undefined }))
  }
  if (below.length <= 1) return [{ ...stack, lines: [...stack.lines, ...below] }]
  const areParts = below.every(({ text }) => partOfGroup(text) !== undefined)
  const isOver = areParts || isGroup(stack.lines, keyOf) || keyOf(labelOf(stack)) === 'qty'
  const cells = below.map((cell): Stack => ({ lines: [cell], group: isOver ? stack : undefined }))
  return cells
}

function isOverAnother(stack: Stack, below: Phrase, keyOf: KeyOf): boolean {
  const [above, known] = [labelOf(stack), keyOf(below.text)]
  const name = keyOf(above) ?? keyByWords(above)
  // "Product" over "Value" is one label.
  const joined = keyOf(`${above} ${below.text}`) ?? name
  const isLeft = edgesOf(stack).left < below.left
  return isLeft && isNameKey(name) && joined === name && contentOf(known ?? name) === 'number'
}

function parentOf(
  stacks: readonly Stack[],
  cell: Phrase,
  cells: readonly Phrase[],
  keyOf: KeyOf,
): Stack | undefined {
  const over = widestOver(stacks, cell)
  if (over !== undefined) return over
  if (partOfGroup(cell.text) === undefined) return undefined
  // "Total" beside "Rate" and "Amt" does not belong to their tax.
  const open = stacks.filter(
    (stack) => cells.filter((other) => widestOver(stacks, other) === stack).length < 2,
  )
  return nearestGroup(open, cell, keyOf)
}

/** Heights: "Rate" and "Amount" may stand left and right of the "CGST" above them. */
const groupGapMax = 2.5

function nearestGroup(stacks: readonly Stack[], cell: Phrase, keyOf: KeyOf): Stack | undefined {
  const near = stacks
    .filter(({ lines, group }) => group === undefined && isGroup(lines, keyOf))
    .map((stack) => ({ stack, gap: gapTo(edgesOf(stack), cell) }))
    .filter(({ gap }) => gap < groupGapMax * heightOf(cell))
    .toSorted((a, b) => a.gap - b.gap)
  return near[0]?.stack
}

function isGroup(lines: readonly Phrase[], keyOf: KeyOf): boolean {
  const label = lines.map(({ text }) => text).join(' ')
  return partsOfGroup(label, keyOf) !== undefined && partOfGroup(label) === undefined
}

function headingOf(stack: Stack, keyOf: KeyOf): Heading {
  const label = labelOf(stack)
  const pieces = stack.lines.flatMap((line) => line.pieces)
  const group = stack.group === undefined ? undefined : labelOf(stack.group)
  const above = stack.group?.lines.flatMap((line) => line.pieces) ?? []
  const known =
    group === undefined
      ? (keyOf(label) ?? keyAmongScraps(label, keyOf))
      : keyInGroup(group, label, keyOf)
  return {
    label: group === undefined ? label : `${group} ${label}`,
    key: known ?? keyByWords(label),
    isGuessed: known === undefined,
    pieces: [...above, ...pieces],
    ...edgesOf(stack),
  }
}

/** "E HSN", "5. S.No.": words in an unread script leave scraps beside known words. */
function keyAmongScraps(label: string, keyOf: KeyOf): string | undefined {
  const words = label.split(' ')
  const known = words.filter((word) => keyOf(word) !== undefined)
  const isScraps = words.every((word) => known.includes(word) || isScrap(word))
  const [only] = known
  // "No." may stand for any number.
  if (only === undefined || known.length > 1 || !isScraps || /^no\.?$/i.test(only)) return undefined
  return keyOf(only)
}

/** Neither a word nor initials. */
function isScrap(word: string): boolean {
  return !/[a-z]{3}|^[a-z]{2}$|^(?:[a-z]\.){2,}/i.test(word)
}

function labelOf({ lines }: Stack): string {
  // "Quan-" over "tity"
  return lines
    .map(({ text }) => text)
    .join(' ')
    .replaceAll(/(\p{L})- (?=\p{Ll})/gu, '$1')
}

function edgesOf({ lines }: Stack): Span {
  return spanOf(lines)
}

function gapTo(a: Span, b: Span): number {
  return Math.max(a.left - b.right, b.left - a.right)
}

/*
 * Decides whether two words of a heading stand over one column or two. Between narrow columns the gap may be no wider
 * than a space, so the rows below decide.
 */

/** Heights: the gap within one cell, and the gap between two cells. */
const joinedGap = -0.1
const partedGap = 0.6
/** Heights: a figure this near to a name is part of it. */
const nameGapMax = 0.5
/** The number of rows of figures that decide, and the number of rows searched for them. */
const askedMax = 4
const lookedMax = 10
/** The share of words with digits in a row of figures. */
const digitsMin = 0.25
/** A row of figures has at least this share of the words of the fullest row. */
const fullMin = 0.6

/** The rows below a row of a heading. */
type Below = {
  /** The rows of figures. */
  readonly rows: readonly Row[]
  /** Whether each heading spans several columns. Then the end of a column below does not separate the heading's words. */
  readonly isSpanning: boolean
}

/** The rows below a row, if that row is part of a heading. */
export function belowOf(rows: readonly Row[], index: number): Below {
  const parts = rows[index + 1]?.pieces.filter(({ word }) => partOfGroup(word.text) !== undefined)
  const figures = rows.slice(index + 1, index + 1 + lookedMax).filter(isFigureRow)
  // Details of an item also have figures, but only few.
  const fullest = Math.max(0, ...figures.map(({ pieces }) => pieces.length))
  const full = figures.filter(({ pieces }) => pieces.length >= fullMin * fullest)
  return { rows: full.slice(0, askedMax), isSpanning: (parts ?? []).length > 1 }
}

function isFigureRow({ pieces }: Row): boolean {
  const digits = pieces.filter(({ word }) => /\p{Nd}/u.test(word.text)).length
  return pieces.length > 2 && digits > pieces.length * digitsMin
}

/** The gap between two words of a heading, in heights: as most rows below show, else as printed. */
function headingGap(
  before: Piece,
  after: Piece,
  { rows, isSpanning }: Below,
  keyOf: KeyOf,
): number {
  const gap = gapBetween(before, after)
  if (gap >= partedGap) return gap
  const texts = [before, after].map(({ word }) => word.text)
  if (texts.some((text) => connector.test(text)) || /^no\.?$/i.test(after.word.text))
    return joinedGap
  const isKnown = keyOf(after.word.text) !== undefined
  const text = texts.join(' ')
  const isLabel = (keyOf(text) ?? keyByWords(text) ?? partsOfGroup(text, keyOf)) !== undefined
  // "(excl. GST)"
  if (/\([^)]*$/.test(before.word.text)) return joinedGap
  if (!isLabel && !isSpanning && areParted(before, after, rows, isKnown)) return partedGap
  const middle = (before.right + after.left) / 2
  const joined = rows.filter((row) => !isGapAt(row, middle)).length
  return joined * 2 > rows.length ? Math.min(gap, joinedGap) : gap
}

/** "Qty x Rate", "Batch / Exp". */
const connector = /^[x×*@+&/|-]$/i

/** Whether a common gap runs through the rows below, with one column ending below the first word and another beginning below the second. */
function areParted(before: Piece, after: Piece, below: readonly Row[], isKnown: boolean): boolean {
  const borders = below.flatMap((row) => borderIn(row, before, after, isKnown) ?? [])
  // A single row decides only if it has figures under both words.
  const isOverFigures = [before, after].every((word) =>
    below.some(({ pieces }) =>
      pieces.some((piece) => overlapOf(piece, word) > 0 && isFigure(piece.word.text)),
    ),
  )
  const isMost = borders.length * 2 > below.length && (below.length > 1 || isOverFigures)
  return isMost && borders.some((border) => below.every((row) => isGapAt(row, border)))
}

function isGapAt({ pieces }: Row, at: number): boolean {
  return pieces.every(({ left, right }) => left >= at || right <= at)
}

function borderIn(
  { pieces }: Row,
  before: Piece,
  after: Piece,
  isKnown: boolean,
): number | undefined {
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1]
    if (next === undefined || overlapOf(piece, before) <= 0 || overlapOf(next, after) <= 0) continue
    const isBetween = piece.right < middleOf(after) && next.left > middleOf(before)
    // Names may contain figures.
    const isInName = !isFigure(piece.word.text) && !isKnown && gapBetween(piece, next) < nameGapMax
    if (isBetween && !isInName && isBorder(piece, next)) return (piece.right + next.left) / 2
  }
  return undefined
}

/** "₹ 450.00", "18 %" and "11 Nov 2025" are one value. A figure beside a text is another value. */
function isBorder(one: Piece, next: Piece): boolean {
  const [a, b] = [one.word.text, next.word.text]
  if (![a, b].every((text) => /[\p{L}\p{Nd}]/u.test(text))) return false
  const isDate = [a, b].some(isMonth) || /^\d{1,2},$/.test(a)
  if (isDate && gapBetween(one, next) <= wordGapMax) return false
  return (
    gapBetween(one, next) > wordGapMax ||
    isFigure(a) !== isFigure(b) ||
    (isFigure(a) && isFigure(b))
  )
}

function middleOf({ left, right }: Piece): number {
  return (left + right) / 2
}
