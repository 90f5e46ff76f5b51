import type { JsonValue, ReadDocument } from '../../data.ts'
import type { Draft } from '../draft.ts'
import { textOfValue } from '../../../../../paper/values.ts'
import { cellAt, type Place } from '../places.ts'
import { t } from '../../../../language/language.ts'

type ReadField = NonNullable<ReadDocument['read']>['head'][number]
type Evidence = NonNullable<ReadField['evidence']>

/** Where a value comes from, and where it is on the paper. */
export type Explanation = {
  source: Evidence['source'] | 'typed'
  /** 0 to 1. */
  confidence: number
  /** From 1. Null if the value is not on the paper. */
  page: number | null
  /** Left, top, right and bottom as fractions of the page. */
  box: NonNullable<Evidence['box']> | null
}

const byHand = { source: 'typed', confidence: 1 } as const
const typed: Explanation = { ...byHand, page: null, box: null }

type Read = Pick<ReadDocument, 'read' | 'isExplained'>

/** Undefined for an empty place, and for a document that no reader has read. */
export function explanationAt(read: Read, draft: Draft, place: Place): Explanation | undefined {
  const cell = cellAt(draft, place)
  if (!read.isExplained || cell === undefined || cell.text.trim() === '') return undefined
  const was = fieldIn(read, cell.label, lineReadAt(draft, place))
  const explanation = explanationOf(was)
  if (was === undefined || explanation === undefined) return typed
  if (cell.text === textOfValue(was.value)) return explanation
  // In the head, a typed value is still shown where the paper has its predecessor. Lines may have moved.
  return place.line === null || cell.original === was.value ? { ...explanation, ...byHand } : typed
}

type Stored = { label: string | null; raw: JsonValue }

/** The explanation of the present value. If somebody typed another one, it says so. */
export function explanationOfField(
  read: Read,
  { label, raw }: Stored,
  line?: number,
): Explanation | undefined {
  if (label === null || textOfValue(raw) === '') return undefined
  const was = fieldIn(read, label, line)
  const found = explanationOf(was)
  if (JSON.stringify(was?.value) === JSON.stringify(raw)) return found
  // In the head, the replaced value is still there on the paper. Lines may have moved.
  return line === undefined && found !== undefined ? { ...found, ...byHand } : typed
}

function explanationOf(field: ReadField | undefined): Explanation | undefined {
  if (field?.evidence === undefined) return undefined
  const { source, confidence, page = null, box = null } = field.evidence
  return { source, confidence, page, box }
}

/** The index of the place's line in the reading, undefined for the head. An added line has none, which -1 stands for. */
function lineReadAt({ lines }: Draft, { line }: Place): number | undefined {
  return line === null ? undefined : (lines.find(({ id }) => id === line)?.readAt ?? -1)
}

/** The field as it was read. `line`: its index in the reading. */
function fieldIn({ read }: Read, label: string | undefined, line: number | undefined) {
  const fields = line === undefined ? read?.head : read?.lines[line]
  return fields?.find((field) => field.label === label)
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
