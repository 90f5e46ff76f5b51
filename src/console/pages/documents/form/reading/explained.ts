import type { JsonValue, ReadDocument } from '../../data.ts'
import type { Cell, Draft, Line } from '../draft.ts'
import { textOf } from '../draft.ts'
import type { Place } from '../places.ts'
import { t } from '../../../../language/language.ts'

type ExplainedValue = NonNullable<ReadDocument['explained']>[string]

/** Where a value comes from, and where it is on the paper. */
export type Explanation = {
  source: ExplainedValue['source'] | 'typed'
  /** 0 to 1. */
  confidence: number
  /** From 1. Null if the value is not on the paper. */
  page: number | null
  /** Left, top, right and bottom as fractions of the page. */
  box: NonNullable<ExplainedValue['box']> | null
}

const typed: Explanation = { source: 'typed', confidence: 1, page: null, box: null }

type Read = Pick<ReadDocument, 'explained' | 'scanned'>

/** Undefined for an empty place, and for a document that no reader has read. */
export function explanationAt(read: Read, draft: Draft, place: Place): Explanation | undefined {
  const found = cellAt(draft, place)
  if (read.explained === null || found === undefined || found.cell.text.trim() === '') {
    return undefined
  }
  const { cell, label, line } = found
  const path = pathOf(label, line)
  const value = path === undefined ? undefined : read.explained[path]
  if (value === undefined) return typed
  const { source, confidence, page = null, box = null } = value
  const scanned = scannedAt(read, label, line)
  if (cell.text === textOf(scanned ?? null)) return { source, confidence, page, box }
  // In the head, a typed value is still shown where the paper has its predecessor. Lines may have moved.
  return place.line === null || cell.original === scanned ? { ...typed, page, box } : typed
}

/** The explanation of a stored value, by its printed label and, for a line, the line's index. */
export function explanationOf(
  { explained }: Pick<ReadDocument, 'explained'>,
  label: string | null,
  line?: number,
): Explanation | undefined {
  const path = label === null ? undefined : pathOf(label, line)
  const value = path === undefined ? undefined : explained?.[path]
  if (value === undefined) return undefined
  const { source, confidence, page = null, box = null } = value
  return { source, confidence, page, box }
}

type Stored = { label: string | null; raw: JsonValue }

/** The explanation of the present value. If somebody typed another one, it says so. */
export function explanationOfField(
  read: Read,
  { label, raw }: Stored,
  line?: number,
): Explanation | undefined {
  if (label === null || textOf(raw) === '') return undefined
  const found = explanationOf(read, label, line)
  if (isSame(scannedAt(read, label, line), raw)) return found
  // In the head, the replaced value is still there on the paper. Lines may have moved.
  const { page, box } = line === undefined && found !== undefined ? found : typed
  return { ...typed, page, box }
}

function isSame(a: JsonValue | undefined, b: JsonValue): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function pathOf(label: string | undefined, line: number | undefined): string | undefined {
  if (label === undefined) return undefined
  return line === undefined ? `invoice_metadata.${label}` : `line_items.${line}.${label}`
}

type Found = { cell: Cell; label: string | undefined; line: number | undefined }

function cellAt(draft: Draft, { line: id, key }: Place): Found | undefined {
  if (id === null) {
    const other = draft.others.find((field) => field.id === key)
    const cell = other ?? draft.head[key]
    return cell === undefined ? undefined : { cell, label: cell.label, line: undefined }
  }
  const line = draft.lines.find((each) => each.id === id)
  const cell = line?.cells[key]
  if (line === undefined || cell === undefined) return undefined
  return { cell, label: cell.label, line: lineNumber(line) }
}

/** The index of the line in the reading. An added line has none, which -1 stands for. */
function lineNumber({ readAt = -1 }: Line): number {
  return readAt
}

function scannedAt({ scanned }: Read, label: string | undefined, line: number | undefined) {
  const fields = line === undefined ? scanned?.invoice_metadata : scanned?.line_items[line]
  return label === undefined ? undefined : fields?.[label]
}

/** Below this confidence, a scanner may well have misread a letter. */
const unsureBelow = 0.85

/** "Read from the QR code, page 1". */
export function explanationText({ source, confidence, page }: Explanation): string {
  const isUnsure = source === 'ocr' && confidence < unsureBelow
  const place = page === null || source === 'typed' ? '' : t(', page {{page}}', { page })
  return `${sourceTexts[source]}${isUnsure ? t(', not sure') : ''}${place}`
}

const sourceTexts: Record<Explanation['source'], string> = {
  xml: t('Taken from the data in the file'),
  qr: t('Read from the QR code'),
  text: t('Read from the text of the PDF'),
  ocr: t('Read from the picture (OCR)'),
  derived: t('Not printed: worked out from the rows'),
  api: t('Sent by another program'),
  typed: t('Typed by hand'),
}
