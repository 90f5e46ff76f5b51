import { keyByWords } from '../../paper/fields/heading-words.ts'
import { heightOf, middleOf, type Piece } from '../level.ts'
import type { ReadPage } from '../page.ts'
import { overlapOf, phrasesOf, type Row, rowsOf, spanOf, textOf } from '../rows.ts'
import { type BodyRow, bodyRowOf } from './body-rows.ts'
import { type Column, columnsOf } from './columns.ts'
import { figureOf, isAmount, isCarriedOver, isFigure, isSum } from './content.ts'
import { cellsOfLine, type Heading } from './heading-cells.ts'
import type { KeyOf } from './heading-keys.ts'
import { headKeys } from './headings.ts'
import { cellOf, type TableLine } from './items.ts'
import { withProvenKeys } from './solve-keys.ts'
import { type Block, blocksOf, hasName } from './sum-blocks.ts'
import { areasOf, rowsOfAll, type Table } from './table.ts'

/*
 * Reads a table from its figures alone: the rows that add up are its lines, the gaps between their words are its columns, and what
 * multiplies is quantity and rate. Words of a heading, where there are any, say the rest.
 */

/**
 * The table that the figures of a document prove best: with the columns under a heading that is known, and with those that the figures
 * show. Empty if they prove none.
 */
export function solveTables(
  pages: readonly ReadPage[],
  keyOf: KeyOf,
  known: readonly Column[] = [],
): Table[] {
  const rows = pages.flatMap(rowsOf)
  const [block] = blocksOf(rows)
  if (block === undefined) return []
  const heading = headingAbove(rows, block.rows[0] ?? 0)
  const own = block.rows.flatMap((at) => rows[at] ?? [])
  const shown = columnsOver(own, heading, keyOf)
  return [known, shown].flatMap((columns) =>
    columns.length === 0 ? [] : [tableOf(block, rows, heading, columns)],
  )
}

function tableOf(
  { rows: anchors, amount }: Block,
  rows: readonly Row[],
  heading: readonly Row[],
  columns: readonly Column[],
): Table {
  const texts = textsOf(rows, anchors, new Set(heading))
  const { lines, columns: all } = withLowerColumns(
    anchors.map((at, index) => lineOf(rows, at, texts[index] ?? noTexts, columns)),
    columns,
  )
  const own = rowsOfAll(lines)
  const last = Math.max(...own.map((row) => rows.indexOf(row)))
  return {
    columns: withProvenKeys(all, lines, amount),
    lines,
    foot: rows.slice(last + 1),
    areas: areasOf([...heading, ...own]),
  }
}

/* Columns. */

/** Heights: a narrower gap through all rows is a space between words. Between words of texts it must be twice as wide. */
const riverMin = 0.5
/** A heading stands at most this many rows above the first line, and takes at most so many rows. */
const [headingUpMax, headingRowsMax] = [6, 3]

/** The rows of words above the first line. */
function headingAbove(rows: readonly Row[], first: number): Row[] {
  const { page } = rows[first] ?? {}
  // A name with an amount has two headings.
  const wordsMin = Math.min(3, phrasesOf(rows[first] ?? { pieces: [] }).length)
  const isHeadingAt = (at: number) => at >= 0 && isHeading(rows[at], page, wordsMin)
  const upMax = wordsMin < 3 ? 1 : headingUpMax
  let last = first - 1
  while (last > first - upMax && !isHeadingAt(last)) last--
  if (!isHeadingAt(last)) return []
  let begin = last
  while (last - begin + 1 < headingRowsMax && isHeadingAt(begin - 1)) begin--
  return rows.slice(begin, last + 1)
}

function isHeading(row: Row | undefined, page: number | undefined, wordsMin: number): boolean {
  if (row === undefined || row.page !== page) return false
  const isWords = row.pieces.every(({ word }) => !/\p{Nd}|:$/u.test(word.text))
  return isWords && phrasesOf(row, 0.7).length >= wordsMin
}

type Stripe = { left: number; right: number; isText: boolean }

function columnsOver(lines: readonly Row[], heading: readonly Row[], keyOf: KeyOf): Column[] {
  const stripes = stripesOf(lines.flatMap(({ pieces }) => pieces))
  const labels = heading.map(({ pieces }) => cellsOfLine(pieces, keyOf))
  const headings = stripes.flatMap((stripe) => {
    const over = labels.map((row) => row.filter((label) => nearestTo(label, stripes) === stripe))
    const [most = []] = over.toSorted((a, b) => b.length - a.length)
    // Narrow columns of text leave a gap no wider than a space. Their headings separate them.
    const parts = most.length > 1 && stripe.isText ? most.map((own) => [own]) : [over.flat()]
    return parts.map((own): Heading => {
      const pieces = own.flatMap((label) => label.pieces)
      const label = textOf(pieces)
      const known = label === '' ? undefined : keyOf(label)
      const meant = known ?? (label === '' ? undefined : keyByWords(label))
      // The number and the day of another paper keep their heading.
      const key = headKeys.includes(meant ?? '') ? undefined : meant
      const { left, right } = parts.length > 1 ? spanOf(own) : stripe
      return { label, key, isGuessed: known === undefined, pieces, left, right, isSolved: true }
    })
  })
  return columnsOf(headings, lines)
}

function nearestTo(label: { left: number; right: number }, stripes: readonly Stripe[]) {
  let best: Stripe | undefined
  for (const stripe of stripes)
    if (best === undefined || overlapOf(label, stripe) > overlapOf(label, best)) best = stripe
  return best
}

/** Words of all rows, grouped by the gaps that go through all of them. */
function stripesOf(pieces: readonly Piece[]): Stripe[] {
  const stripes: Stripe[] = []
  for (const piece of pieces.toSorted((a, b) => a.left - b.left)) {
    const last = stripes.at(-1)
    const isText = !isFigure(piece.word.text)
    const gapMin = riverMin * heightOf(piece) * (isText && last?.isText === true ? 2 : 1)
    if (last !== undefined && piece.left - last.right < gapMin) {
      last.right = Math.max(last.right, piece.right)
      last.isText ||= isText
    } else stripes.push({ left: piece.left, right: piece.right, isText })
  }
  return stripes
}

/* Texts above and below the figures of a line. */

/** The rows of text of a line above its figures, and below. */
type Texts = { readonly above: readonly number[]; readonly below: readonly number[] }

const noTexts: Texts = { above: [], below: [] }
/** Heights: a row further away does not belong to the line. A line has at most this many rows of text on a side. */
const [pitchMax, textRowsMax] = [2.3, 4]
/** A gap is wider than another if it is by this factor. */
const wider = 1.1

/** The way to give the rows between two lines to one of them that is the same for most lines. */
function textsOf(
  rows: readonly Row[],
  anchors: readonly number[],
  heading: ReadonlySet<Row>,
): Texts[] {
  const taken = new Set(anchors)
  const isText = (at: number) => {
    const row = rows[at]
    if (row === undefined || taken.has(at) || heading.has(row)) return false
    const text = textOf(row.pieces)
    return !isSum(text) && !isCarriedOver(text) && !isAmount(row.pieces.at(-1)?.word.text ?? '')
  }
  const reach = anchors.map((anchor) => ({
    above: reachFrom(rows, anchor, -1, isText),
    below: reachFrom(rows, anchor, 1, isText),
  }))
  const ways = [
    reach.map(({ below }) => ({ above: [], below })),
    reach.map(({ above }) => ({ above, below: [] })),
    reach.map((own, at) => byGap(rows, anchors, own, at)),
  ]
  const isNamed = anchors.filter((at) => hasName(rows[at])).length * 2 > anchors.length
  const worth = (way: readonly Texts[]) => uniformityOf(way, isNamed) - pullOf(rows, anchors, way)
  return ways.reduce((best, way) => (worth(way) > worth(best) ? way : best))
}

/** The rows of text from a line's figures up or down, as far as they stand close. */
function reachFrom(
  rows: readonly Row[],
  anchor: number,
  step: 1 | -1,
  isText: (at: number) => boolean,
): number[] {
  const found: number[] = []
  for (let at = anchor + step; found.length < textRowsMax && isText(at); at += step) {
    const [row, before] = [rows[at], rows[at - step]]
    if (row === undefined || before === undefined || row.page !== before.page) break
    const pitch = Math.abs(middleOf(row) - middleOf(before))
    if (pitch > pitchMax * Math.max(row.height, before.height)) break
    found.push(at)
  }
  return found.toSorted((a, b) => a - b)
}

/** Rows between two lines belong to the one from which no wider gap parts them. */
function byGap(
  rows: readonly Row[],
  anchors: readonly number[],
  { above, below }: Texts,
  at: number,
): Texts {
  const cut = (from: number | undefined, to: number | undefined) => {
    if (from === undefined || to === undefined || rows[from]?.page !== rows[to]?.page)
      return undefined
    const gaps = Array.from({ length: to - from }, (_, index) => {
      const [one, next] = [rows[from + index], rows[from + index + 1]]
      return one === undefined || next === undefined ? 0 : middleOf(next) - middleOf(one)
    })
    return from + gaps.indexOf(Math.max(...gaps))
  }
  const [before, after] = [cut(anchors[at - 1], anchors[at]), cut(anchors[at], anchors[at + 1])]
  return {
    above: above.filter((row) => before === undefined || row > before),
    below: below.filter((row) => after === undefined || row <= after),
  }
}

/** The share of lines with the usual number of rows above and below. Lines without any words are wrong. */
function uniformityOf(way: readonly Texts[], isNamed: boolean): number {
  const shapes = Map.groupBy(way, ({ above, below }) => `${above.length} ${below.length}`)
  const most = Math.max(...shapes.values().map((own) => own.length))
  const nameless = isNamed
    ? 0
    : way.filter(({ above, below }) => above.length + below.length === 0).length
  return (most - 2 * nameless) / way.length
}

/** How much further the texts are from their own figures than from those of the line next to them, from 0 to 1. */
function pullOf(rows: readonly Row[], anchors: readonly number[], way: readonly Texts[]): number {
  const distance = (a: number | undefined, b: number | undefined) => {
    const [one, other] = [rows[a ?? -1], rows[b ?? -1]]
    if (one === undefined || other === undefined || one.page !== other.page) return Infinity
    return Math.abs(middleOf(one) - middleOf(other))
  }
  const judged = way.flatMap(({ above, below }, at) => [
    ...above
      .slice(-1)
      .map((row) => [distance(row, anchors[at]), distance(above[0], anchors[at - 1])]),
    ...below
      .slice(0, 1)
      .map((row) => [distance(row, anchors[at]), distance(below.at(-1), anchors[at + 1])]),
  ])
  const far = judged.filter(([own = 0, other = 0]) => own > wider * other)
  return judged.length === 0 ? 0 : far.length / judged.length
}

function lineOf(
  rows: readonly Row[],
  anchor: number,
  { above, below }: Texts,
  columns: readonly Column[],
): TableLine {
  const bodyOf = (at: number, kind: BodyRow['kind']) => {
    const row = rows[at]
    return row === undefined ? [] : [{ ...bodyRowOf(row, columns), kind }]
  }
  return {
    rows: [
      ...above.flatMap((at) => bodyOf(at, 'text')),
      ...bodyOf(anchor, 'figures'),
      ...below.flatMap((at) => bodyOf(at, 'text')),
    ],
    figures: above.length,
  }
}

/* Names and figures of a line in rows other than that of its amount. */

/** The share of lines that must have such a row. */
const mostMin = 0.7

type Parts = { readonly columns: readonly Column[]; readonly lines: readonly TableLine[] }

/** Gives the figures that most lines have in a row above or below their amount columns of their own, and all texts one. */
function withLowerColumns(lines: readonly TableLine[], columns: readonly Column[]): Parts {
  const offsets = [-2, -1, 1, 2]
  const hasText = columns.some(({ heading }, index) => isOfText(lines, index, heading))
  const parts = offsets.reduce<Parts>((all, offset) => withRowAt(all, offset), { lines, columns })
  return hasText ? parts : withNames(parts)
}

function isOfText(lines: readonly TableLine[], index: number, { key }: Heading): boolean {
  if (key === 'unit') return false
  const named = lines.filter((line) =>
    cellOf(line, index).main.some(({ word }) => /\p{L}{3}|\p{M}/u.test(word.text)),
  )
  return named.length > lines.length / 2
}

function withRowAt({ lines, columns }: Parts, offset: number): Parts {
  const figures = lines.map(({ rows, figures: at }) => {
    const pieces = rows[at + offset]?.row.pieces ?? []
    const amounts = pieces.filter(({ word }) => figureOf(word.text) !== undefined)
    return amounts.length > 1 || amounts.some(({ word }) => isAmount(word.text)) ? amounts : []
  })
  const filled = figures.filter((own) => own.length > 0)
  if (filled.length < Math.max(2, mostMin * lines.length)) return { lines, columns }
  const stripes = stripesOf(figures.flat())
  const more = stripes.map(({ left, right }): Column => {
    const heading = { label: '', key: undefined, pieces: [], left, right, isSolved: true }
    return { label: '', key: undefined, heading, left, right }
  })
  return {
    columns: [...columns, ...more],
    lines: lines.map((line, index) => {
      const own = figures[index] ?? []
      return {
        ...line,
        rows: line.rows.map((row, at) => {
          const isOwn = at === line.figures + offset
          const cells = stripes.map((stripe) =>
            isOwn ? own.filter((piece) => overlapOf(piece, stripe) > 0) : [],
          )
          const rest = row.cells.map((cell) =>
            isOwn ? cell.filter((one) => !own.includes(one)) : cell,
          )
          return { ...row, cells: [...rest, ...cells] }
        }),
      }
    }),
  }
}

/** A column for names that stand in rows of their own. */
function withNames({ lines, columns }: Parts): Parts {
  const spans = lines.flatMap(({ rows }) => rows.map(({ row }) => row))
  const heading = { label: '', key: 'description', pieces: [], ...spanOf(spans), isSolved: true }
  const name: Column = {
    label: '',
    key: 'description',
    heading,
    left: heading.left,
    right: heading.right,
  }
  return {
    columns: [...columns, name],
    lines: lines.map((line) => ({
      ...line,
      rows: line.rows.map((row) => {
        const isText = row.kind === 'text'
        const words = row.cells.flat().toSorted((a, b) => a.left - b.left)
        // "ITM43980 85365090" below a name is no part of it.
        const hasWord = words.some(({ word }) =>
          /^\P{Nd}*(?:\p{L}{2}|\p{M})\P{Nd}*$/u.test(word.text),
        )
        const own = isText && hasWord ? words : []
        return { ...row, cells: [...row.cells.map((cell) => (own.length > 0 ? [] : cell)), own] }
      }),
    })),
  }
}
