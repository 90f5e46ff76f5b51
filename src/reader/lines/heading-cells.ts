import { heightOf, type Piece } from '../level.ts'
import { phrasesOf, type Phrase } from '../rows.ts'
import { type Below, headingGap } from './heading-gaps.ts'
import { keyInGroup, type KeyOf, partOfGroup, partsOfGroup } from './heading-keys.ts'
import { keyByWords } from './heading-words.ts'

/* The words of a heading, of one or more printed lines, as one cell a column. */

/** What is printed over a column, and the canonical key that it stands for. */
export type Heading = {
  readonly label: string
  readonly key: string | undefined
  /** Whether its words say the key, and no list has it. */
  readonly isGuessed?: boolean
  readonly pieces: readonly Piece[]
  readonly left: number
  readonly right: number
}

/** Heights: words nearer than this belong to one cell rather than to two. */
const cellGap = 0.6
/** What a gap that says otherwise costs, for each height that it is off. */
const gapCost = 5
/** What a known label is worth, and each of its further words: "Batch No" is one label rather than two. */
const labelWorth = 1
const wordWorth = 0.6
/** Words of one line of a heading. */
const cellWordsMax = 7

const nothingBelow: Below = { rows: [], isSpanning: false }

/** The words of a line of a heading as cells: known labels keep together, and neighbours with a gap between do not. */
export function cellsOfLine(
  pieces: readonly Piece[],
  keyOf: KeyOf,
  below: Below = nothingBelow,
): Phrase[] {
  const gaps = pieces.map((piece, index) => gapBefore(pieces[index - 1], piece, below, keyOf))
  // The best way to split the words before each, and where its last cell begins.
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

/** `gaps` are those before each of the words. */
function worthOfCell(words: readonly Piece[], gaps: readonly number[], keyOf: KeyOf): number {
  const label = words.map(({ word }) => word.text).join(' ')
  const worth = keyOf(label) === undefined ? 0 : labelWorth + (words.length - 1) * wordWorth
  // The gap in front of the cell is a border, those inside are not.
  const off = gaps.map((gap, index) => Math.max(0, index === 0 ? cellGap - gap : gap - cellGap))
  return worth - gapCost * off.reduce((sum, one) => sum + one, 0)
}

function gapBefore(before: Piece | undefined, piece: Piece, below: Below, keyOf: KeyOf): number {
  return before === undefined ? Infinity : headingGap(before, piece, below, keyOf)
}

/** A cell that is being put together, line by line. */
type Stack = { lines: Phrase[]; group: Stack | undefined }

/** The cells of lines that stand one above the other, each a column. */
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

/** "No. Goods" below "S." and "Description of" is two cells, however near they stand. */
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

function widestOver(stacks: readonly Stack[], edges: Edges): Stack | undefined {
  return stacks
    .map((stack) => ({ stack, overlap: overlapOf(edgesOf(stack), edges) }))
    .filter(({ overlap }) => overlap > 0)
    .toSorted((a, b) => b.overlap - a.overlap)[0]?.stack
}

/** "CGST", "SGST" over "% Amt % Amt": each has the next two, wherever its own words stand over them. */
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
    // "(Rs.)" below "Amount" is a part of nothing else.
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

/** One cell below goes on with a heading, several stand under a heading of their own, or under a title of the table. */
function growStack(stack: Stack, below: readonly Phrase[], keyOf: KeyOf): Stack[] {
  if (below.length <= 1) return [{ ...stack, lines: [...stack.lines, ...below] }]
  const areParts = below.every(({ text }) => partOfGroup(text) !== undefined)
  const isOver = areParts || isGroup(stack.lines, keyOf) || keyOf(labelOf(stack)) === 'qty'
  const cells = below.map((cell): Stack => ({ lines: [cell], group: isOver ? stack : undefined }))
  return cells
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
  // "Total" beside "Rate" and "Amt" is none of their tax.
  const open = stacks.filter(
    (stack) => cells.filter((other) => widestOver(stacks, other) === stack).length < 2,
  )
  return nearestGroup(open, cell, keyOf)
}

/** Heights: "Rate" and "Amount" may both stand beside the middle of the "CGST" over them. */
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

/** "E HSN", "5. S.No.": words in a script that is not read leave scraps beside the ones that are. */
function keyAmongScraps(label: string, keyOf: KeyOf): string | undefined {
  const words = label.split(' ')
  const known = words.filter((word) => keyOf(word) !== undefined)
  const isScraps = words.every((word) => known.includes(word) || isScrap(word))
  const [only] = known
  // "No." may be any number's.
  if (only === undefined || known.length > 1 || !isScraps || /^no\.?$/i.test(only)) return undefined
  return keyOf(only)
}

/** No word and no initials. */
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

type Edges = { readonly left: number; readonly right: number }

function edgesOf({ lines }: Stack): Edges {
  return {
    left: Math.min(...lines.map(({ left }) => left)),
    right: Math.max(...lines.map(({ right }) => right)),
  }
}

function overlapOf(a: Edges, b: Edges): number {
  return Math.min(a.right, b.right) - Math.max(a.left, b.left)
}

function gapTo(a: Edges, b: Edges): number {
  return Math.max(a.left - b.right, b.left - a.right)
}
