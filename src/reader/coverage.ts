import { amountLabelOf } from '../paper/fields/foot-words.ts'
import { fieldName } from '../paper/fields.ts'
import { readPaise, rupees } from '../paper/values.ts'
import { gstSlabs } from '../platform/gst/rates-and-states.ts'
import { type Box, type ReadDocument, type ReadPage, type ReadValue, withDoubt } from './page.ts'
import { boxOf, type Row, rowsOf, textOf } from './rows.ts'

/*
 * Each figure with paise on a paper stands in the answer or follows from it: the sum of some lines, a tax, a difference. A figure that is
 * left over among the lines belongs to a line that was not read. A figure below them that is larger than the total may be the total.
 */

type Values = Readonly<Record<string, ReadValue>>

/** A figure of a page. `at` is the index of its word in the row. */
type Figure = {
  readonly row: Row
  readonly at: number
  readonly paise: number
  readonly box: Box
}

/** The document with doubts about figures of its pages that are left over, and about texts that may not belong to their line. */
export function doubtLeftOver(document: ReadDocument, pages: readonly ReadPage[]): ReadDocument {
  const { head, lines } = document
  const own = { ...document, head: doubtShared(head, lines), lines: doubtEdges(lines) }
  return doubtFigures(own, pages)
}

/** A text of the head that stands in a cell of a line is the line's. Amounts may be both: a single line is its own sum. */
function doubtShared(head: Values, lines: readonly Values[]): Values {
  const cells = cellsOf(lines)
  const shared = Object.entries(head).filter(
    ([key, { page, box }]) =>
      box !== undefined &&
      key.endsWith('_no') &&
      cells.some((cell) => cell.page === page && isWithin(box, cell.box)),
  )
  return shared.reduce<Values>((values, [key, value]) => {
    const doubt = `${fieldName(key)}: “${value.text}” stands in a line.`
    return { ...values, [key]: withDoubt(value, doubt) }
  }, head)
}

function doubtFigures(document: ReadDocument, pages: readonly ReadPage[]): ReadDocument {
  const { head, lines, doubts = [] } = document
  const { total } = head
  if (lines.length === 0) return document
  const figures = pages.flatMap(figuresOn)
  const left = withoutExplained(figures, document)
  const missed = [...Map.groupBy(left, ({ row }) => row)].filter(([row, own]) =>
    isLine(row, own, lines),
  )
  const other = total === undefined ? undefined : otherTotal(left, figures, total, lines)
  const doubt = `${fieldName('total')}: ${rupees(other ?? 0)} stands there too, and no figure that was read explains it.`
  return {
    ...document,
    ...(missed.length > 0 && { doubts: [...doubts, ...missed.slice(0, 1).map(missedDoubt)] }),
    ...(total !== undefined &&
      other !== undefined && { head: { ...head, total: withDoubt(total, doubt) } }),
  }
}

function missedDoubt([{ pieces }]: readonly [Row, unknown]): string {
  return `The row “${textOf(pieces).slice(0, shownMax)}” was not read as a line. Compare the lines with the paper.`
}

/** Characters of a row in a message. */
const shownMax = 60

/** A figure with paise, perhaps with a currency before it and "Dr" or "/-" behind it. */
const figureForm = /^[^\d%]{0,4}(\d[\d,]*\.\d\d)[^\d%]{0,4}$/

function figuresOn(page: ReadPage): Figure[] {
  return rowsOf(page).flatMap((row) =>
    row.pieces.flatMap((piece, at) => {
      const paise = readPaise(figureForm.exec(piece.word.text)?.[1] ?? '') ?? 0
      const isPercent = row.pieces[at + 1]?.word.text.startsWith('%') === true
      return paise === 0 || isPercent ? [] : [{ row, at, paise, box: boxOf([piece]) }]
    }),
  )
}

/* What the answer explains. All figures are in hundredths. */

function withoutExplained(figures: readonly Figure[], { head, lines }: ReadDocument): Figure[] {
  const values = [head, ...lines].flatMap((one) => Object.values(one))
  const beside = figures.filter(
    ({ row: { page }, box }) =>
      !values.some((value) => value.page === page && isWithin(box, value.box)),
  )
  if (beside.length === 0) return []
  const known = knownIn(head, lines)
  const sums = columnsOf(lines).map(sumsTo)
  return beside.filter(
    ({ paise }) =>
      !roundings.some((off) => known.has(paise + off)) &&
      !sums.some((ofColumn) => [...ofColumn].some((sum) => ofColumn.has(sum + paise))),
  )
}

/** Rounding may change a figure by a paisa. */
const roundings = [0, 1, -1]

function isWithin([left, top, right, bottom]: Box, around: Box | undefined): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return (
    around !== undefined && x >= around[0] && x <= around[2] && y >= around[1] && y <= around[3]
  )
}

/** The sums from the first line up to each line. The difference of two is the sum of a page or a group. */
function sumsTo(column: readonly number[]): ReadonlySet<number> {
  let sum = 0
  return new Set([0, ...column.map((one) => (sum += one))])
}

/** What follows from one or two figures of a line, of the head, or of lines that have a value in common. */
function knownIn(head: Values, lines: readonly Values[]): ReadonlySet<number> {
  const heads = [...figuresIn(head).values()]
  const sums = [...heads, ...columnsOf(lines).map(sumOf)]
  const grouped = groupsOf(lines).flatMap((group) => columnsOf(group).map(sumOf))
  const known = [
    ...[...sums, ...grouped].flatMap(withTaxes),
    ...sums.map((sum) => Math.round(sum / 100) * 100),
    ...ofPairs(heads),
    ...lines.flatMap((line) => ofPairs([...figuresIn(line).values()])),
  ]
  return new Set(known.map((one) => Math.round(Math.abs(one))))
}

/** An amount, the taxes on it, the taxes in it, and the amount with or without them. */
function withTaxes(amount: number): number[] {
  const taxes = gstSlabs.flatMap((slab) => [
    (amount * slab) / 100,
    (amount * slab) / 200,
    (amount * slab) / (100 + slab),
    (amount * slab) / (200 + 2 * slab),
  ])
  return [amount, ...taxes, ...taxes.flatMap((tax) => [amount + tax, amount - tax])]
}

/** Sums, differences and products. The second figure may be a percentage. */
function ofPairs(figures: readonly number[]): number[] {
  return figures.flatMap((one) =>
    figures.flatMap((other) => [
      one + other,
      one - other,
      (one * other) / 100,
      (one * other) / 10000,
      one - (one * other) / 10000,
    ]),
  )
}

/** Single lines, and lines with a value in common, such as a rate of tax or an HSN code. */
function groupsOf(lines: readonly Values[]): (readonly Values[])[] {
  const keys = new Set(lines.flatMap((line) => Object.keys(line)))
  const groups = [...keys].flatMap((key) => [
    ...Map.groupBy(lines, (line) => line[key]?.text ?? '').values(),
  ])
  return [...lines.map((line) => [line]), ...groups.filter(({ length }) => length > 1)]
}

/** The figures of each key, 0 where a line has none. */
function columnsOf(lines: readonly Values[]): number[][] {
  const figures = lines.map(figuresIn)
  const keys = new Set(figures.flatMap((line) => [...line.keys()]))
  return [...keys].map((key) => figures.map((line) => line.get(key) ?? 0))
}

/** Amounts, rates, quantities and percentages by key. */
function figuresIn(values: Values): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(values).flatMap(([key, { text }]) => {
      const digits = text.length > figureMax ? '' : (/\d[\d,]*(?:\.\d+)?/.exec(text)?.[0] ?? '')
      const paise = readPaise(digits) ?? 0
      return paise === 0 ? [] : [[key, paise] as const]
    }),
  )
}

/** Characters. A longer text is a name. */
const figureMax = 24

function sumOf(figures: readonly number[]): number {
  return figures.reduce((sum, one) => sum + one, 0)
}

/* Which of the figures left over matter. Previous balances, payments and savings stand beside the lines and are no doubt. */

/** Whether a row is a line: it stands between lines, or has a name and figures below those of two columns. */
function isLine(row: Row, left: readonly Figure[], lines: readonly Values[]): boolean {
  if (partsOfQuantity.test(textOf(row.pieces))) return false
  const cells = cellsOf(lines)
  const [, top, , bottom] = boxOf(row.pieces)
  const own = cells.filter(({ page }) => page === row.page)
  if (own.some(({ box }) => box[3] < bottom) && own.some(({ box }) => box[1] > top)) return true
  const keys = left.flatMap(({ box }) => cells.find((cell) => isAligned(cell.box, box))?.key ?? [])
  return new Set(keys).size > 1 && row.pieces.some(({ word }) => /\p{L}{3}/u.test(word.text))
}

/** "17.00 + 17.00 + 18.28" */
const partsOfQuantity = /^\d+\.\d\d(?:\s*\+\s*\d+\.\d\d)+$/

/** Figures of a column share an edge, to this part of the width of the page. */
const edgeMax = 0.01

function isAligned(one: Box, other: Box): boolean {
  return Math.abs(one[2] - other[2]) < edgeMax || Math.abs(one[0] - other[0]) < edgeMax
}

/**
 * In paise: a figure below the lines that is larger than the total, or is called a total. A debt, a payment or change leads from the total to
 * another figure of the paper, which is no doubt.
 */
function otherTotal(
  left: readonly Figure[],
  figures: readonly Figure[],
  total: ReadValue,
  lines: readonly Values[],
): number | undefined {
  const own = Math.abs(readPaise(total.text) ?? 0)
  const all = new Set(figures.map(({ paise }) => paise))
  const isLinked = (paise: number) => all.has(Math.abs(paise - own)) || all.has(paise + own)
  return left.find(
    ({ row, at, paise, box }) =>
      !isLinked(paise) &&
      isBelow(row.page, box, lines) &&
      (paise > own || amountLabelOf(textOf(row.pieces.slice(0, at)))?.key === 'total'),
  )?.paise
}

function isBelow(page: number, box: Box, lines: readonly Values[]): boolean {
  return cellsOf(lines).every(
    (cell) => (cell.page ?? 0) < page || (cell.page === page && cell.box[1] < box[1]),
  )
}

/** The values of lines that have a place on the paper. */
function cellsOf(lines: readonly Values[]) {
  return lines.flatMap((line) =>
    Object.entries(line).flatMap(([key, { page, box }]) =>
      box === undefined ? [] : [{ key, page, box }],
    ),
  )
}

/*
 * A heading of a group, a note or the number of the page may stand so near to the first or last line of a page that it was taken for a part of
 * the name. Such a text reaches further from the figures of its line than the texts of all other lines.
 */

const textKeys = ['description', 'product_name', 'narration', 'reference']
const figureKeys = 'amount taxable_value total balance debit credit rate qty'.split(' ')

/** Where the figures of a line stand, and its texts with the distance that they reach above and below the figures. */
type Reach = {
  readonly page: number
  readonly height: number
  readonly texts: readonly {
    readonly key: string
    readonly above: number
    readonly below: number
  }[]
}

function doubtEdges(lines: readonly Values[]): readonly Values[] {
  const reaches = lines.map(reachOf)
  const isEdge = (at: number, next: number) => reaches[at]?.page !== reaches[at + next]?.page
  const most = (side: 'above' | 'below', next: number) =>
    Math.max(
      ...reaches.flatMap((one, at) =>
        isEdge(at, next) ? [] : (one?.texts.map((text) => text[side]) ?? []),
      ),
    )
  const [above, below] = [most('above', -1), most('below', 1)]
  return lines.map((line, at) => {
    const { height = 0, texts = [] } = reaches[at] ?? {}
    const far = texts.filter(
      (text) =>
        (isEdge(at, -1) && isFurther(text.above, above, height)) ||
        (isEdge(at, 1) && isFurther(text.below, below, height)),
    )
    return far.reduce((values, { key }) => withEdgeDoubt(values, key), line)
  })
}

/** Without other lines, `most` is -Infinity and says nothing. */
function isFurther(reach: number, most: number, height: number): boolean {
  return Number.isFinite(most) && reach > Math.max(0, most) + height / 2
}

function reachOf(line: Values): Reach | undefined {
  const figures = figureKeys.flatMap((key) => line[key] ?? []).find(({ box }) => box !== undefined)
  if (figures?.box === undefined) return undefined
  const { page = 0, box } = figures
  const texts = textKeys.flatMap((key) => {
    const text = line[key]
    if (text?.box === undefined || text.page !== page) return []
    return [{ key, above: box[1] - text.box[1], below: text.box[3] - box[3] }]
  })
  return { page, height: box[3] - box[1], texts }
}

function withEdgeDoubt(line: Values, key: string): Values {
  const value = line[key]
  if (value === undefined) return line
  const doubt = `${fieldName(key)}: a part of “${value.text}” may not belong to this line.`
  return { ...line, [key]: withDoubt(value, doubt) }
}
