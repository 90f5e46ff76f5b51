import { readDay, readGstin, readPaise } from '../checks/values.ts'
import { foldLabel } from '../normalising/labels.ts'
import type { ReadDocument, ReadValue } from './page.ts'

/* One document out of several sources: the most trusted decides each field, and where they disagree it is a doubt. */

type Head = Readonly<Record<string, ReadValue>>

/** What each source is called in a sentence. */
const names: Readonly<Record<ReadValue['source'], string>> = {
  xml: 'the file inside',
  qr: 'the QR code',
  text: 'the print',
  ocr: 'the print',
  derived: 'the rest of the paper',
}

/**
 * The head of a document with what a more trusted source says of it. A value that both say is proven; where only one says it,
 * that one counts.
 */
export function fuseHeads(printed: Head, trusted: Head): Record<string, ReadValue> {
  const fused: Record<string, ReadValue> = { ...printed }
  for (const [key, value] of Object.entries(trusted)) {
    const other = printed[key]
    fused[key] = other === undefined ? value : fuseValues(key, other, value)
  }
  return fused
}

/** The same for a whole document, whose lines the more trusted source has where it has any. */
export function fuseDocuments(printed: ReadDocument, trusted: ReadDocument): ReadDocument {
  return {
    ...printed,
    kind: trusted.kind,
    category: trusted.category,
    head: fuseHeads(printed.head, trusted.head),
    lines: trusted.lines.length > 0 ? trusted.lines : printed.lines,
    columns: trusted.lines.length > 0 ? trusted.columns : printed.columns,
  }
}

function fuseValues(key: string, printed: ReadValue, trusted: ReadValue): ReadValue {
  if (isSame(key, printed.text, trusted.text)) {
    // As it stands on the paper, with its place there: nothing of it is in doubt any more.
    const { doubts: _, ...proven } = printed
    return { ...proven, source: trusted.source, confidence: trusted.confidence }
  }
  const doubt = `${capital(names[trusted.source])} says ${trusted.text}, ${names[printed.source]} ${printed.text}.`
  return { ...trusted, label: printed.label, doubts: [...(trusted.doubts ?? []), doubt] }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Whether two texts say the same of a key. */
export function isSame(key: string, one: string, other: string): boolean {
  const kind = meaningKindOf(key)
  return meaningOf(kind, one) === meaningOf(kind, other)
}

/** How the texts of a key are understood. */
export type MeaningKind = 'gstin' | 'day' | 'code' | 'amount'

export function meaningKindOf(key: string): MeaningKind {
  if (key.endsWith('gstin')) return 'gstin'
  if (key.endsWith('_date') || key.startsWith('statement_')) return 'day'
  return /_no$|irn|ifsc|pan/.test(key) ? 'code' : 'amount'
}

/** What two texts have in common that say the same; what is no amount is its letters. */
export function meaningOf(kind: MeaningKind, text: string): string | number {
  switch (kind) {
    case 'gstin':
      return readGstin(text) ?? fold(text)
    case 'day':
      return readDay(text) ?? fold(text)
    case 'code':
      return fold(text)
    case 'amount':
      return readPaise(text) ?? fold(text)
  }
}

function fold(text: string): string {
  return foldLabel(text).replaceAll(' ', '')
}
