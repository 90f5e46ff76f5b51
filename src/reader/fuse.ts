import { fieldName } from '../paper/fields.ts'
import { readDay, readGstin, readPaise, readPercent, readQuantity } from '../paper/checks/values.ts'
import { foldLabel } from '../paper/rules/labels.ts'
import type { ReadDocument, ReadValue } from './page.ts'
import type { IsShown } from './shown.ts'

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

/**
 * A printed document with what a file inside it says, which nobody sees who looks at the paper: where it differs from the print, or
 * stands nowhere in it, that is a doubt. Its lines count where it has any.
 */
export function fuseDocuments(
  printed: ReadDocument,
  inside: ReadDocument,
  isShown: IsShown,
): ReadDocument {
  const head = fuseHeads(printed.head, inside.head)
  const hasLines = inside.lines.length > 0
  const doubts = [...(printed.doubts ?? []), ...differences(printed, inside)]
  return {
    ...printed,
    kind: inside.kind,
    category: inside.category,
    head: withHidden(head, inside.head, (key) => key in printed.head, withSums(isShown, printed)),
    lines: hasLines ? fuseLines(printed.lines, inside.lines, isShown) : printed.lines,
    columns: hasLines ? inside.columns : printed.columns,
    ...(doubts.length > 0 && { doubts }),
  }
}

function differences(printed: ReadDocument, inside: ReadDocument): string[] {
  const doubts: string[] = []
  if (inside.kind !== printed.kind) {
    doubts.push(`The file inside says ${inside.kind}, the print ${printed.kind}.`)
  }
  const [said, shown] = [inside.lines.length, printed.lines.length]
  if (said > 0 && shown > 0 && said !== shown) {
    doubts.push(
      `The file inside and the print have different numbers of lines: ${said} and ${shown}.`,
    )
  }
  return doubts
}

/** Fields of a line that files inside say in codes of their own, or count. */
const ownToFiles: ReadonlySet<string> = new Set(['sl_no', 'unit'])

/** By their places. Where their numbers differ, each value has to stand somewhere in the print. */
function fuseLines(
  printed: readonly Head[],
  inside: readonly Head[],
  isShown: IsShown,
): readonly Head[] {
  const isAlike = printed.length === inside.length
  return inside.map((line, at) => {
    const paper = isAlike ? (printed[at] ?? {}) : {}
    const differing = Object.entries(line).map(([key, value]): [string, ReadValue] => {
      const other = paper[key]
      const isSaid = other === undefined || isSameInLine(key, other.text, value.text)
      return [key, isSaid || ownToFiles.has(key) ? value : fuseValues(key, other, value)]
    })
    const isFine = (key: string) => key in paper || ownToFiles.has(key)
    return withHidden(Object.fromEntries(differing), line, isFine, isShown)
  })
}

/** The same with a doubt at each value of a file inside that the print neither has nor shows. */
function withHidden(
  values: Head,
  inside: Head,
  isPrinted: (key: string) => boolean,
  isShown: IsShown,
): Record<string, ReadValue> {
  const hidden = Object.entries(inside).filter(
    ([key, { text }]) => !isPrinted(key) && !isShown(key, text),
  )
  const doubted = hidden.map(([key, value]): [string, ReadValue] => {
    const doubt = `${fieldName(key)}: the file inside says ${value.text}, which is not printed.`
    return [key, { ...value, doubts: [...(value.doubts ?? []), doubt] }]
  })
  return { ...values, ...Object.fromEntries(doubted) }
}

const taxes = ['cgst', 'sgst', 'utgst', 'igst', 'cess']

/** Rupees need no word, and all taxes together are often printed one by one only. */
function withSums(isShown: IsShown, { head }: ReadDocument): IsShown {
  const sum = taxes.reduce((all, tax) => all + (readPaise(head[tax]?.text ?? '') ?? 0), 0)
  return (key, text) => {
    if (key === 'currency' && text === 'INR') return true
    if (key === 'tax_amount' && readPaise(text) === sum) return true
    return isShown(key, text)
  }
}

/** Rates of a file have more decimals than are printed, quantities stand without their unit, a rate of tax without its sign. */
function isSameInLine(key: string, one: string, other: string): boolean {
  const read = key.endsWith('_rate') ? readPercent : key === 'qty' ? readQuantity : readPaise
  const [a, b] = [read(one), read(other)]
  return a === undefined || b === undefined ? isSame(key, one, other) : a === b
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
      return readGstin(text) ?? foldText(text)
    case 'day':
      return readDay(text) ?? foldText(text)
    case 'code':
      return foldText(text)
    case 'amount':
      return readPaise(text) ?? foldText(text)
  }
}

export function foldText(text: string): string {
  return foldLabel(text).replaceAll(' ', '')
}
