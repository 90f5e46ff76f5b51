import { hasText, newLine, type Cell, type Cells, type Draft, type Line } from './draft.ts'
import type { DocumentCategory } from '../../../words.ts'
import { kindNamed, kindOf, type Kind } from './kinds.ts'

/** A change to a document in the form. */
export type Change =
  | { type: 'head'; key: string; text: string }
  | { type: 'cell'; line: string; key: string; text: string }
  /** The values of an accepted proposal. They fill empty fields. */
  | { type: 'fill'; line: string | null; values: Readonly<Record<string, string>>; note: string }
  /** The user moved on from a proposal, which accepts it. */
  | { type: 'accept'; line: string | null; key: string }
  | { type: 'other'; id: string; changed: Partial<Cell> }
  | { type: 'add other'; id: string }
  | { type: 'remove other'; id: string }
  | { type: 'name column'; id: string; label: string }
  | { type: 'add column'; id: string }
  /** A new line after another line, or at the end. */
  | { type: 'add line'; id: string; after: string | null }
  | { type: 'remove line'; line: string }
  | { type: 'move line'; line: string; by: 1 | -1 }
  | { type: 'repeat above'; line: string; key: string }
  | { type: 'kind'; kind: Kind }
  | { type: 'replace'; draft: Draft }

export function changed(draft: Draft, change: Change): Draft {
  switch (change.type) {
    case 'head':
      return { ...draft, head: typed(draft.head, change.key, change.text) }
    case 'cell':
      return withLine(draft, change.line, (cells) => typed(cells, change.key, change.text))
    case 'fill':
      return inPlace(draft, change.line, (cells) => filled(cells, change.values, change.note))
    case 'accept':
      return inPlace(draft, change.line, (cells) => accepted(cells, change.key))
    case 'kind':
      return ofKind(draft, change.kind)
    case 'replace':
      return change.draft
    default:
      return rearranged(draft, change)
  }
}

type Rearrangement = Exclude<
  Change,
  { type: 'head' | 'cell' | 'fill' | 'accept' | 'kind' | 'replace' }
>

/** Adds, removes or moves parts of the draft. */
function rearranged(draft: Draft, change: Rearrangement): Draft {
  const { others, columns, lines } = draft
  switch (change.type) {
    case 'other':
      return {
        ...draft,
        others: others.map((field) =>
          field.id === change.id ? { ...field, ...change.changed } : field,
        ),
      }
    case 'add other':
      return { ...draft, others: [...others, { id: change.id, label: '', text: '' }] }
    case 'remove other':
      return { ...draft, others: others.filter(({ id }) => id !== change.id) }
    case 'add column':
      return { ...draft, columns: [...columns, { id: change.id, label: '' }] }
    case 'name column':
      return {
        ...draft,
        columns: columns.map((column) =>
          column.id === change.id ? { ...column, label: change.label } : column,
        ),
      }
    case 'add line':
      return {
        ...draft,
        lines: lines.toSpliced(placeAfter(lines, change.after), 0, { id: change.id, cells: {} }),
      }
    case 'remove line':
      return { ...draft, lines: withoutLine(lines, change.line) }
    case 'move line':
      return { ...draft, lines: moved(lines, change.line, change.by) }
    case 'repeat above':
      return repeated(draft, change.line, change.key)
    default:
      return change satisfies never
  }
}

function typed(cells: Cells, key: string, text: string): Cells {
  const { note: _, ...before } = cells[key] ?? { text }
  return { ...cells, [key]: { ...before, text } }
}

function filled(cells: Cells, values: Readonly<Record<string, string>>, note: string): Cells {
  const empty = Object.entries(values).filter(([key, text]) => text !== '' && !hasText(cells[key]))
  const proposed = empty.map(([key, text]) => [key, { ...cells[key], text, note }])
  return { ...cells, ...Object.fromEntries(proposed) }
}

function accepted(cells: Cells, key: string): Cells {
  const cell = cells[key]
  return cell?.note === undefined ? cells : typed(cells, key, cell.text)
}

/** Returns the same draft if nothing changes: moving through a form is not typing. */
function inPlace(draft: Draft, line: string | null, change: (cells: Cells) => Cells): Draft {
  const before = line === null ? draft.head : draft.lines.find(({ id }) => id === line)?.cells
  if (before === undefined) return draft
  const cells = change(before)
  if (cells === before) return draft
  return line === null ? { ...draft, head: cells } : withLine(draft, line, () => cells)
}

function withLine(draft: Draft, id: string, change: (cells: Cells) => Cells): Draft {
  return {
    ...draft,
    lines: draft.lines.map((line) =>
      line.id === id ? { ...line, cells: change(line.cells) } : line,
    ),
  }
}

function placeAfter(lines: readonly Line[], after: string | null): number {
  const at = lines.findIndex(({ id }) => id === after)
  return at === -1 ? lines.length : at + 1
}

/** One line always remains for typing. */
function withoutLine(lines: readonly Line[], gone: string): readonly Line[] {
  const kept = lines.filter(({ id }) => id !== gone)
  return kept.length === 0 ? [newLine()] : kept
}

function moved(lines: readonly Line[], id: string, by: 1 | -1): readonly Line[] {
  const at = lines.findIndex((line) => line.id === id)
  const [line, other] = [lines[at], lines[at + by]]
  if (line === undefined || other === undefined) return lines
  return lines.with(at, other).with(at + by, line)
}

function repeated(draft: Draft, id: string, key: string): Draft {
  const at = draft.lines.findIndex((line) => line.id === id)
  const above = draft.lines[at - 1]?.cells[key]
  return above === undefined ? draft : withLine(draft, id, (cells) => typed(cells, key, above.text))
}

/** The draft of a document that was moved to another category since. */
export function ofCategory(draft: Draft, category: DocumentCategory): Draft {
  return kindNamed(draft.kind).category === category
    ? draft
    : ofKind(draft, kindOf(category, draft.head['document_type']?.text ?? ''))
}

/** Fields with the same meaning in two kinds of paper. */
const counterparts = [
  ['invoice_no', 'po_no'],
  ['invoice_date', 'po_date'],
] as const

/** The same document as another kind of paper. Typed values stay. */
function ofKind(draft: Draft, kind: Kind): Draft {
  const head = { ...draft.head }
  for (const [ofBill, ofOrder] of counterparts) {
    const [from, to] = kind.category === 'purchase_order' ? [ofBill, ofOrder] : [ofOrder, ofBill]
    const cell = head[from]
    if (
      kind.head.includes(to) &&
      cell?.label === undefined &&
      hasText(cell) &&
      !hasText(head[to])
    ) {
      head[to] = cell
      delete head[from]
    }
  }
  return { ...draft, kind: kind.name, head: saying(head, kind) }
}

/** `document_type` names the kind. A tax invoice needs none. */
function saying(head: Cells, { documentType, category }: Kind): Cells {
  if (documentType !== null) return typed(head, 'document_type', documentType)
  const { document_type: said, ...rest } = head
  return kindOf(category, said?.text ?? '').documentType === null ? head : rest
}
