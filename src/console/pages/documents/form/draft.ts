import { textOfValue } from '../../../../paper/values.ts'
import { newKey } from '../../../new-key.ts'
import type { DocumentCategory } from '../../../words.ts'
import type { JsonValue, ReadDocument } from '../data.ts'
import { isField, kindOf, type KindName } from './kinds.ts'
import { t } from '../../../language/language.ts'

type Paper = NonNullable<ReadDocument['read']>
type Field = Paper['head'][number]
type Fields = Record<string, JsonValue>
export type RawDocument = { invoice_metadata: Fields; line_items: Fields[] }
type Place = 'head' | 'line'

/**
 * The value in one place. `label` and `original` are the printed label and value: an untouched value is stored as
 * read. `note` names the source of a proposal until the user accepts it.
 */
export type Cell = { text: string; label?: string; original?: JsonValue; note?: string }
export type Cells = Readonly<Record<string, Cell>>

/** A field whose label the forms do not know, read or added. `key`: its key as read. */
export type OtherField = Cell & { id: string; label: string; key?: string }
type OtherColumn = { id: string; label: string; key?: string }
/** Cells by canonical key, or by the id of an added column. `readAt`: the index of the line in the reading, from 0. */
export type Line = { id: string; cells: Cells; readAt?: number }

/** A document in the form. */
export type Draft = {
  kind: KindName
  head: Cells
  others: readonly OtherField[]
  columns: readonly OtherColumn[]
  lines: readonly Line[]
}

/** The form's values of a document, corrected or as read, each in the field of its key. Empty if nothing was read or typed. */
export function draftOf(
  { read, typed }: Pick<ReadDocument, 'read' | 'typed'>,
  category: DocumentCategory,
): Draft {
  const paper = typed ?? read
  const head = sorted(paper?.head ?? [], 'head')
  const lines = (paper?.lines ?? []).map((line) => sorted(line, 'line'))
  const rest = new Map(lines.flatMap((line) => line.rest.map(({ label, key }) => [label, key])))
  const columns = Array.from(rest, ([label, key]) => ({ id: newKey(), label, key }))
  const idOf = new Map(columns.map(({ id, label }) => [label, id]))
  return {
    kind: kindOf(category, head.known['document_type']?.text ?? '').name,
    head: head.known,
    others: head.rest.map((field) => ({ id: newKey(), key: field.key, ...cellOf(field) })),
    columns,
    lines:
      lines.length === 0
        ? [newLine()]
        : lines.map((line, readAt) => ({ ...lineOf(line, idOf), readAt })),
  }
}

export function newLine(): Line {
  return { id: newKey(), cells: {} }
}

type Sorted = { known: Cells; rest: Field[] }

/** Sorts fields by key. If several have the same key, the first one that is not empty wins, as at delivery. */
function sorted(fields: readonly Field[], place: Place): Sorted {
  const known = new Map<string, Field>()
  const rest: Field[] = []
  for (const field of fields) {
    const before = known.get(field.key)
    if (!isField(place, field.key) || isNested(cellOf(field))) rest.push(field)
    else if (before === undefined) known.set(field.key, field)
    else if (hasText(cellOf(before)) || !hasText(cellOf(field))) rest.push(field)
    else {
      rest.push(before)
      known.set(field.key, field)
    }
  }
  const cells = Array.from(known, ([key, field]) => [key, cellOf(field)])
  return { known: Object.fromEntries(cells), rest }
}

function lineOf({ known, rest }: Sorted, idOf: ReadonlyMap<string, string>): Line {
  const further = rest.map((field) => [idOf.get(field.label) ?? field.label, cellOf(field)])
  return { id: newKey(), cells: { ...known, ...Object.fromEntries(further) } }
}

function cellOf({ label, value }: Field) {
  return { label, text: textOfValue(value), original: value }
}

/** Whether a cell contains a list or an object, which no field can show. */
export function isNested({ original }: Cell): boolean {
  return typeof original === 'object' && original !== null
}

export function hasText(cell: Cell | undefined): cell is Cell {
  return cell !== undefined && cell.text.trim() !== ''
}

export function isBlank({ cells }: Line): boolean {
  return !Object.values(cells).some(hasText)
}

/**
 * The document to send, or why it cannot be sent: a value without a label, or a label twice. A field that was not
 * printed uses its canonical key as its label, and the rename rules apply to it.
 */
export function rawOf(draft: Draft): { raw: RawDocument } | { problem: string } {
  const { head, lines } = draft
  const others = draft.others.filter((field) => field.label.trim() !== '' || hasText(field))
  const columns = draft.columns.filter(
    ({ id, label }) => label.trim() !== '' || lines.some(({ cells }) => hasText(cells[id])),
  )
  const printed = [
    ...Object.entries(head).map(([key, cell]) => cell.label ?? key),
    ...others.map(({ label }) => label),
  ]
  const problem =
    problemOf(printed, t('A field'), t('Two fields')) ??
    problemOf(
      columns.map(({ label }) => label),
      t('A column'),
      t('Two columns'),
    )
  if (problem !== undefined) return { problem }
  const labels = new Map(columns.map(({ id, label }) => [id, label.trim()]))
  const raw = {
    invoice_metadata: fieldsOf([
      ...Object.entries(head).map(([key, cell]) => [cell.label ?? key, cell] as const),
      ...others.map((cell) => [cell.label.trim(), cell] as const),
    ]),
    line_items: lines
      .map(({ cells }) =>
        fieldsOf(
          Object.entries(cells).map(([key, cell]) => [labels.get(key) ?? cell.label ?? key, cell]),
        ),
      )
      .filter((line) => Object.keys(line).length > 0),
  }
  const isEmpty = Object.keys(raw.invoice_metadata).length + raw.line_items.length === 0
  return isEmpty ? { problem: t('Type in at least one field.') } : { raw }
}

function problemOf(given: readonly string[], one: string, two: string): string | undefined {
  const labels = given.map((label) => label.trim())
  if (labels.includes(''))
    return t('{{one}} has a value and no name: give it one, or empty it.', { one })
  const twice = labels.find((label, index) => labels.indexOf(label) !== index)
  return twice === undefined
    ? undefined
    : t('{{two}} are called “{{twice}}”: give one another name.', { two, twice })
}

function fieldsOf(cells: readonly (readonly [label: string, cell: Cell])[]): Fields {
  return Object.fromEntries(
    cells.flatMap(([label, cell]) => {
      const value = valueOf(cell)
      return value === undefined ? [] : [[label, value]]
    }),
  )
}

/** Emptied values are left out. Values that were empty before stay. */
function valueOf({ text, original }: Cell): JsonValue | undefined {
  if (original !== undefined && text === textOfValue(original)) return original
  return text.trim() === '' ? undefined : text.trim()
}
