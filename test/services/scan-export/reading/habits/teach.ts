import { paperOf } from '../../../../../src/paper/paper.ts'
import type { RawDocument } from '../../../../../src/paper/rules/normalise.ts'
import { compileRules } from '../../../../../src/paper/rules/rules.ts'
import { answerOf } from '../../../../../src/reader/answer-file.ts'
import { confirmedBill } from '../../../../../src/reader/habits/confirmed-bill.ts'
import type { SellerHabits } from '../../../../../src/reader/habits/habit.ts'
import { learn } from '../../../../../src/reader/habits/learn.ts'
import type { ReadPage } from '../../../../../src/reader/page.ts'
import { readDocuments } from '../../../../../src/reader/read-documents.ts'
import { drawnPage } from '../../../../reader/drawn-page.ts'
import { ownGstin } from '../../../../reader/read-drawing.ts'

/* Bills as somebody saves them, what they teach, and how the next one is read. */

/** The seller's. */
export const gstin = '27ARZPV1134P1ZQ'

const context = { ownGstin, vendorNames: [], today: '2026-11-22' }

function fileOf(drawing: string, source: ReadPage['source'] = 'text') {
  return { pages: [drawnPage(drawing, { source })], attachments: [] }
}

type Saved = {
  head: Record<string, string>
  lines?: Record<string, string>[]
  known?: SellerHabits | undefined
  /** As it was saved before. */
  previous?: Record<string, string>[]
}

/** What is known of the seller when somebody saved a bill so; lines that are not given stay as they were read. */
export function taught(drawing: string, { head, lines, known, previous }: Saved): SellerHabits {
  const habits = known === undefined ? [] : [known]
  const answer = answerOf(fileOf(drawing), { ...context, habits })
  if (!('documents' in answer)) throw new Error(answer.reason)
  const { category, raw, explained, phrases = [] } = answer.documents[0]
  const { invoice_metadata, line_items } = raw
  const correction = {
    invoice_metadata: { ...invoice_metadata, ...head },
    line_items: lines ?? line_items,
  }
  const rules = compileRules([])
  const typed = (document: RawDocument) => paperOf({ raw: document }, category, rules)
  const bill = confirmedBill({
    read: paperOf({ raw, explained }, category, rules),
    typed: typed(correction),
    phrases,
    savedAt: 1_000,
    ...(previous !== undefined && { previous: typed({ ...correction, line_items: previous }) }),
  })
  if (bill === undefined) throw new Error('Nobody can tell whose it is.')
  return learn(known, bill)
}

export function documentOf(drawing: string, habits: SellerHabits[], source?: ReadPage['source']) {
  const [document] = readDocuments(fileOf(drawing, source), { ...context, habits })
  if (document === undefined) throw new Error('Nothing was read.')
  return document
}

export function headOf(drawing: string, habits: SellerHabits[], source?: ReadPage['source']) {
  const { head } = documentOf(drawing, habits, source)
  return Object.fromEntries(Object.entries(head).map(([key, { text }]) => [key, text]))
}

export function linesOf(drawing: string, habits: SellerHabits[]) {
  return documentOf(drawing, habits).lines.map((line) =>
    Object.fromEntries(Object.entries(line).map(([key, { text }]) => [key, text])),
  )
}

/** A table with a heading that nobody else has. */
export const oddTable = (codes: [string, string], head = 'Kod') => `
SHREE TRADERS
GSTIN:${gstin}                      Bill No : 118
${head}       Item        Qty   Rate    GST %   Amount
${codes[0]}      Besan       2     84.50   5       169.00
${codes[1]}      Poha        3     50.00   5       150.00
Total                                              319.00
For SHREE TRADERS`
