import { newKey } from '../../new-key.ts'
import type { DocumentCategory } from '../../words.ts'
import type { JsonValue, ReadDocument } from './data.ts'

type RawDocument = NonNullable<ReadDocument['raw']>
type Fields = RawDocument['invoice_metadata']

/** What is typed in one place, and what stood there: what nobody touched is kept as it was read. */
export type Cell = { text: string; original?: JsonValue }
type DraftField = Cell & { id: string; label: string }
type DraftColumn = { id: string; label: string }
type DraftLine = { id: string; cells: Readonly<Record<string, Cell>> }

/** A document as it is being corrected. */
export type Draft = {
  head: readonly DraftField[]
  columns: readonly DraftColumn[]
  lines: readonly DraftLine[]
}

const usualHead: Record<DocumentCategory, readonly string[]> = {
  vendor_invoice: ['Bill no', 'Bill date', 'Vendor name', 'GSTIN', 'Total'],
  purchase_order: ['PO no', 'PO date', 'Vendor name', 'GSTIN', 'Total'],
  bank_entry: ['Account no', 'Bank name', 'Statement from', 'Statement to'],
}

const usualColumns: Record<DocumentCategory, readonly string[]> = {
  vendor_invoice: ['Description', 'HSN', 'Qty', 'Rate', 'Amount'],
  purchase_order: ['Description', 'HSN', 'Qty', 'Rate', 'Amount'],
  bank_entry: ['Date', 'Narration', 'Reference', 'Debit', 'Credit', 'Balance'],
}

/** What was read, to be changed; where nothing was, the fields that such a paper usually has. */
export function draftOf(raw: RawDocument | null, category: DocumentCategory): Draft {
  if (raw === null) {
    return {
      head: usualHead[category].map((label) => ({ id: newKey(), label, text: '' })),
      columns: usualColumns[category].map((label) => ({ id: newKey(), label })),
      lines: [newLine()],
    }
  }
  const labels = [...new Set(raw.line_items.flatMap((line) => Object.keys(line)))]
  const used = labels.length > 0 ? labels : usualColumns[category]
  const columns = used.map((label) => ({ id: newKey(), label }))
  return {
    head: Object.entries(raw.invoice_metadata).map(([label, value]) => ({
      id: newKey(),
      label,
      ...cellOf(value),
    })),
    columns,
    lines: raw.line_items.map((line) => ({
      id: newKey(),
      cells: Object.fromEntries(
        columns.flatMap(({ id, label }) => {
          const value = Object.hasOwn(line, label) ? line[label] : undefined
          return value === undefined ? [] : [[id, cellOf(value)]]
        }),
      ),
    })),
  }
}

export function newField(): DraftField {
  return { id: newKey(), label: '', text: '' }
}

export function newColumn(): DraftColumn {
  return { id: newKey(), label: '' }
}

export function newLine(): DraftLine {
  return { id: newKey(), cells: {} }
}

/** What is sent, or why it cannot be: a value without a label, or a label that stands twice. */
export function rawOf({ head, columns, lines }: Draft): { raw: RawDocument } | { problem: string } {
  const filled = head.filter(({ label, text }) => label.trim() !== '' || text.trim() !== '')
  const used = columns.filter(
    ({ id, label }) => label.trim() !== '' || lines.some(({ cells }) => hasText(cells[id])),
  )
  const problem =
    problemOf(filled, 'A field', 'Two fields') ?? problemOf(used, 'A column', 'Two columns')
  if (problem !== undefined) return { problem }
  const raw = {
    invoice_metadata: fieldsOf(filled.map((field) => [field.label.trim(), field])),
    line_items: lines
      .map(({ cells }) =>
        fieldsOf(
          used.flatMap(({ id, label }) => {
            const cell = cells[id]
            return cell === undefined ? [] : [[label.trim(), cell] as const]
          }),
        ),
      )
      .filter((line) => Object.keys(line).length > 0),
  }
  const isEmpty = Object.keys(raw.invoice_metadata).length + raw.line_items.length === 0
  return isEmpty ? { problem: 'Type in at least one field.' } : { raw }
}

/** Whether a cell holds a list or an object, which no field of a form can show. */
export function isNested({ original }: Cell): boolean {
  return typeof original === 'object' && original !== null
}

/** Whether something else stands there than what was read. */
function isChanged({ text, original }: Cell): boolean {
  return original === undefined || text !== textOf(original)
}

function problemOf(
  named: readonly { label: string }[],
  one: string,
  two: string,
): string | undefined {
  const labels = named.map(({ label }) => label.trim())
  if (labels.includes('')) return `${one} has a value and no name: give it one, or empty it.`
  const twice = labels.find((label, index) => labels.indexOf(label) !== index)
  return twice === undefined ? undefined : `${two} are called “${twice}”: give one another name.`
}

function fieldsOf(cells: readonly (readonly [label: string, cell: Cell])[]): Fields {
  return Object.fromEntries(
    cells.flatMap(([label, cell]) => {
      const value = valueOf(cell)
      return value === undefined ? [] : [[label, value]]
    }),
  )
}

/** What was emptied is left out; what was empty stays. */
function valueOf({ text, original }: Cell): JsonValue | undefined {
  if (original !== undefined && !isChanged({ text, original })) return original
  return text.trim() === '' ? undefined : text
}

function cellOf(value: JsonValue): Cell {
  return { text: textOf(value), original: value }
}

function textOf(value: JsonValue): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function hasText(cell: Cell | undefined): boolean {
  return cell !== undefined && cell.text.trim() !== ''
}

/** Values that are looked at together (source: the server's limit), and characters of one that is worth it. */
const valuesMax = 200
const charactersMax = 200

/** Something that was typed, and under which label it stands. */
export type TypedValue = { place: 'metadata' | 'line'; label: string; text: string }

/** What was changed in a draft, each value once; what stands as it was read is no news. */
export function typedValues({ head, columns, lines }: Draft): TypedValue[] {
  const inHead = head
    .filter(isTyped)
    .map(({ label, text }): TypedValue => ({ place: 'metadata', label: label.trim(), text }))
  const inLines = lines.flatMap(({ cells }) =>
    columns.flatMap(({ id, label }): TypedValue[] => {
      const cell = cells[id]
      return cell === undefined || !isTyped(cell)
        ? []
        : [{ place: 'line', label: label.trim(), text: cell.text }]
    }),
  )
  const distinct = new Map([...inHead, ...inLines].map((value) => [keyOf(value), value]))
  return [...distinct.values()]
    .filter(({ label, text }) => label !== '' && label.length + text.length <= charactersMax)
    .slice(-valuesMax)
}

export function keyOf({ place, label, text }: TypedValue): string {
  return JSON.stringify([place, label, text])
}

function isTyped(cell: Cell): boolean {
  return cell.text.trim() !== '' && isChanged(cell) && !isNested(cell)
}
