import { fieldName } from '../paper/fields.ts'
import { readDay, readGstin, readPaise, readPercent, readQuantity } from '../paper/values.ts'
import { foldLabel } from '../paper/rules/labels.ts'
import {
  type ReadDocument,
  type ReadPage,
  type ReadValue,
  type ReadValues,
  withDoubt,
} from './page.ts'

/* Joins several sources into one document. The most trusted source decides each field. A difference between sources is a doubt. */

/** The name of each source in a sentence. */
const names: Readonly<Record<ReadValue['source'], string>> = {
  xml: 'the file inside',
  qr: 'the QR code',
  text: 'the print',
  ocr: 'the print',
  derived: 'the rest of the paper',
}

/** Joins the head of a document with that of a more trusted source. A value in both is proven. A value in only one is taken as it is. */
export function fuseHeads(printed: ReadValues, trusted: ReadValues): Record<string, ReadValue> {
  const fused: Record<string, ReadValue> = { ...printed }
  for (const [key, value] of Object.entries(trusted)) {
    const other = printed[key]
    fused[key] = other === undefined ? value : fuseValues(key, other, value)
  }
  return fused
}

/**
 * Joins a printed document with the file inside it. People who look at the paper do not see that file, so a value that differs from the
 * print, or is not printed, is a doubt. The lines of the file count if it has any.
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

/** Files inside use codes of their own for these fields of a line, or count them. */
const ownToFiles: ReadonlySet<string> = new Set(['sl_no', 'unit'])

/** Joins lines by their places. If the numbers of lines differ, each value must stand somewhere in the print. */
function fuseLines(
  printed: readonly ReadValues[],
  inside: readonly ReadValues[],
  isShown: IsShown,
): readonly ReadValues[] {
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

/** The values of a line, with a doubt at each value of the file inside that is neither in the printed document nor on its pages. */
function withHidden(
  values: ReadValues,
  inside: ReadValues,
  isPrinted: (key: string) => boolean,
  isShown: IsShown,
): Record<string, ReadValue> {
  const hidden = Object.entries(inside).filter(
    ([key, { text }]) => !isPrinted(key) && !isShown(key, text),
  )
  const doubted = hidden.map(([key, value]): [string, ReadValue] => {
    const doubt = `${fieldName(key)}: the file inside says ${value.text}, which is not printed.`
    return [key, withDoubt(value, doubt)]
  })
  return { ...values, ...Object.fromEntries(doubted) }
}

const taxes = ['cgst', 'sgst', 'utgst', 'igst', 'cess']

/** INR need not be printed. The sum of all taxes is often printed only as single taxes. */
function withSums(isShown: IsShown, { head }: ReadDocument): IsShown {
  const sum = taxes.reduce((all, tax) => all + (readPaise(head[tax]?.text ?? '') ?? 0), 0)
  return (key, text) => {
    if (key === 'currency' && text === 'INR') return true
    if (key === 'tax_amount' && readPaise(text) === sum) return true
    return isShown(key, text)
  }
}

/** Files give rates with more decimals than the print, quantities without their unit, and tax rates without a percent sign. */
function isSameInLine(key: string, one: string, other: string): boolean {
  const read = key.endsWith('_rate') ? readPercent : key === 'qty' ? readQuantity : readPaise
  const [a, b] = [read(one), read(other)]
  return a === undefined || b === undefined ? isSame(key, one, other) : a === b
}

function fuseValues(key: string, printed: ReadValue, trusted: ReadValue): ReadValue {
  if (isSame(key, printed.text, trusted.text)) {
    // The printed value keeps its place on the paper. It is proven, so its doubts go.
    const { doubts: _, ...proven } = printed
    return { ...proven, source: trusted.source, confidence: trusted.confidence }
  }
  const doubt = `${capital(names[trusted.source])} says ${trusted.text}, ${names[printed.source]} ${printed.text}.`
  return withDoubt({ ...trusted, label: printed.label }, doubt)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Whether two texts mean the same for a key. */
export function isSame(key: string, one: string, other: string): boolean {
  const kind = meaningKindOf(key)
  return meaningOf(kind, one) === meaningOf(kind, other)
}

/** The ways to interpret the text of a key. */
export type MeaningKind = 'gstin' | 'day' | 'code' | 'amount'

export function meaningKindOf(key: string): MeaningKind {
  if (key.endsWith('gstin')) return 'gstin'
  if (key.endsWith('_date') || key.startsWith('statement_')) return 'day'
  return /_no$|irn|ifsc|pan/.test(key) ? 'code' : 'amount'
}

/** Texts with the same meaning give the same result. A text that is no amount gives its letters. */
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

function foldText(text: string): string {
  return foldLabel(text).replaceAll(' ', '')
}

/** Whether the pages of a file show a value. If they do, people who look at the paper see what a file inside says. */
type IsShown = (key: string, text: string) => boolean

/** A printed day has at most this many words: "14 Nov 2026". */
const dayWords = 3

/** A shorter code must be a word of its own, because its letters stand in many other words. */
const codeLengthMin = 4

export function shownOn(pages: readonly ReadPage[]): IsShown {
  const words = pages.flatMap((page) => page.words.flatMap(({ text }) => text.split(/[:=]/)))
  const folded = words.map(foldText)
  const [all, singly] = [folded.join(''), new Set(folded)]
  const amounts = new Set(words.flatMap((word) => readPaise(word) ?? []).map(Math.abs))
  const days = new Set(daysIn(words))
  const isWritten = (text: string) => {
    const code = foldText(text)
    return singly.has(code) || (code.length >= codeLengthMin && all.includes(code))
  }
  return (key, text) => {
    const [kind, day, paise] = [meaningKindOf(key), readDay(text), readPaise(text)]
    if (kind === 'day' && day !== undefined) return days.has(day)
    if (kind !== 'amount') return isWritten(text)
    // An amount of 0 need not be printed.
    if (paise !== undefined) return paise === 0 || amounts.has(Math.abs(paise))
    return text.split(/\s+/).every((word) => foldText(word) === '' || isWritten(word))
  }
}

function daysIn(words: readonly string[]): string[] {
  const lengths = Array.from({ length: dayWords }, (_, more) => more + 1)
  return words.flatMap((_, at) =>
    lengths.flatMap((length) => readDay(words.slice(at, at + length).join(' ')) ?? []),
  )
}
