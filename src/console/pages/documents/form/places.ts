import { hasText, isBlank, type Cell, type Draft, type Line } from './draft.ts'
import { isField, labelOf, type Kind } from './kinds.ts'

/** A place for typing: a field of the head or foot, or a cell of a line. */
export type Place = { line: string | null; key: string }

/** The value in a place. Undefined for the whole document, and where nothing was ever typed or read. */
export function cellAt(draft: Draft, { line, key }: Place): Cell | undefined {
  if (line === null) return draft.head[key] ?? draft.others.find(({ id }) => id === key)
  return draft.lines.find(({ id }) => id === line)?.cells[key]
}

type Told = { line: string | null | undefined; key: string; message: string }

/** The first message for each key of the head, and of each line by its id. Lines without messages have no entry. */
export function sentencesAt(told: readonly Told[]) {
  const ofHead: Record<string, string> = {}
  const ofLines = new Map<string, Record<string, string>>()
  for (const { line, key, message } of told) {
    const its = line == null ? ofHead : ofLines.getOrInsert(line, {})
    its[key] ??= message
  }
  return { ofHead, ofLines }
}

/** The target of Enter: a place, a new line, or the end of the form. */
export type Step = Place | 'new line' | 'end'

/** Whether a place is computed while nothing is typed there. */
export type IsComputed = (place: Place) => boolean

/** A column of the grid. */
export type GridColumn = { key: string; label: string; isOther: boolean }

/** The usual columns of the kind, then other columns with values, then added columns. */
export function columnsOf(kind: Kind, { lines, columns }: Draft): GridColumn[] {
  const used = new Set<string>()
  for (const { cells } of lines) for (const key of Object.keys(cells)) used.add(key)
  if (lines.every(isNumbered)) used.delete('sl_no')
  // If a program read only a product name, that column holds the item.
  const isNamed = used.has('product_name') && !used.has('description')
  const usual = kind.columns.map((key) => (key === 'description' && isNamed ? 'product_name' : key))
  const known = [...new Set([...usual, ...used])]
    .filter((key) => isField('line', key))
    .map((key) => ({ key, label: labelOf('line', key), isOther: false }))
  return [...known, ...columns.map(({ id, label }) => ({ key: id, label, isOther: true }))]
}

/** Whether the line's printed number equals its place here. */
function isNumbered({ cells }: Line, index: number): boolean {
  const { sl_no: number } = cells
  return !hasText(number) || number.text.trim() === String(index + 1)
}

export function isItem(key: string): boolean {
  return key === 'description' || key === 'product_name'
}

/** The next place to type in. */
export function after(draft: Draft, kind: Kind, from: Place, isComputed: IsComputed): Step {
  if (from.line !== null) return afterCell(draft, kind, from, isComputed)
  const foot = kind.foot.indexOf(from.key)
  if (foot !== -1) return placeOr(kind.foot[foot + 1], 'end')
  const head = kind.head.indexOf(from.key)
  const rest = head === -1 ? [] : kind.head.slice(head + 1)
  const next = rest.find((key) => draft.head[key]?.note === undefined)
  return next === undefined ? firstCell(draft, kind) : { line: null, key: next }
}

function afterCell(draft: Draft, kind: Kind, from: Place, isComputed: IsComputed): Step {
  const at = draft.lines.findIndex(({ id }) => id === from.line)
  const line = draft.lines[at]
  if (line === undefined) return 'end'
  const columns = columnsOf(kind, draft)
  const place = columns.findIndex(({ key }) => key === from.key)
  const isLast = at === draft.lines.length - 1
  // An empty line ends the lines.
  if (isLast && place === 0 && isBlank(line)) return placeOr(kind.foot[0], 'end')
  const next = columns.slice(place + 1).find(({ key }) => isToType(line, key, isComputed))
  if (next !== undefined) return { line: line.id, key: next.key }
  const below = draft.lines[at + 1]
  return below === undefined ? 'new line' : { line: below.id, key: columns[0]?.key ?? '' }
}

/** Enter skips proposed and computed values. Tab and the arrows do not. */
function isToType(line: Line, key: string, isComputed: IsComputed): boolean {
  const cell = line.cells[key]
  if (cell?.note !== undefined) return false
  if (hasText(cell)) return true
  if (isComputed({ line: line.id, key })) return false
  // A line of a statement has either a debit or a credit.
  if (key === 'credit' && hasText(line.cells['debit'])) return false
  return !(key === 'discount' && isProposed(line))
}

function isProposed({ cells }: Line): boolean {
  return Object.values(cells).some(({ note }) => note !== undefined)
}

/** The place before, whatever its content. */
export function before(draft: Draft, kind: Kind, from: Place): Place | undefined {
  const columns = columnsOf(kind, draft).map(({ key }) => key)
  const places: Place[] = [
    ...kind.head.map((key) => ({ line: null, key })),
    ...draft.lines.flatMap(({ id }) => columns.map((key) => ({ line: id, key }))),
    ...kind.foot.map((key) => ({ line: null, key })),
  ]
  return places[places.findIndex((place) => isSamePlace(place, from)) - 1]
}

/** The same column in the line above or below. */
export function beside({ lines }: Draft, { line, key }: Place, by: 1 | -1): Place | undefined {
  const at = lines.findIndex(({ id }) => id === line)
  const other = at === -1 ? undefined : lines[at + by]
  return other === undefined ? undefined : { line: other.id, key }
}

function firstCell(draft: Draft, kind: Kind): Place {
  return { line: draft.lines[0]?.id ?? null, key: columnsOf(kind, draft)[0]?.key ?? '' }
}

function placeOr(key: string | undefined, otherwise: Step): Step {
  return key === undefined ? otherwise : { line: null, key }
}

export function isSamePlace(a: Place, b: Place): boolean {
  return a.line === b.line && a.key === b.key
}
