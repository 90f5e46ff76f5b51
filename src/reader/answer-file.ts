import { indicLanguages } from './pages/ocr/indic-languages.ts'
import { type Progress, readFile } from './pages/read-file.ts'
import { Unread } from './pages/problems.ts'
import { toStored, type Field, type Paper } from '../paper/paper.ts'
import type { AnsweredDocument, ReadingAnswer, ReadingContext } from './answer.ts'
import { judge } from './judge.ts'
import type { ReadDocument, ReadFile, ReadPage, Box, Doubt, ReadValue } from './page.ts'
import { readDocuments } from './read-documents.ts'
import { boxOf, phrasesOf, rowsOf } from './rows.ts'
import { type PagePhrase, phraseCharactersMax, phrasesMax } from './habits/habit.ts'
import type { Category } from '../paper/categories.ts'
import { type ExplainedValue, keptDoubts } from '../paper/received.ts'
import type { Place } from '../paper/fields.ts'
import { builtInLabels, foldLabel } from '../paper/rules/labels.ts'
import { opposite, turnRectangle } from './pages/rectangle.ts'

/**
 * Reads a file in a process of its own, because the file may do harm. Answers what the file says, where each value stands, and what is
 * doubtful.
 */
export async function answerFile(
  path: string,
  context: ReadingContext,
  progress: Progress,
): Promise<ReadingAnswer> {
  const { passwords = [], languages = indicLanguages } = context
  try {
    const file = await readFile(path, { ...progress, passwords, languages })
    progress.onStep?.()
    return answerOf(file, context)
  } catch (error) {
    if (error instanceof Unread) return { problem: error.problem, reason: error.message }
    throw error
  }
}

/** The answer for the pages of a file. */
export function answerOf(file: ReadFile, context: ReadingContext): ReadingAnswer {
  const [first, ...others] = readDocuments(file, context)
    .map((document) => answered(document, context, file.pages))
    .filter(hasFields)
  if (first === undefined) return file.pages.length > 0 ? nothingRead : noKnownData
  const { openedBy } = file
  return { documents: [first, ...others], ...(openedBy !== undefined && { openedBy }) }
}

function hasFields({ raw: { invoice_metadata, line_items } }: AnsweredDocument): boolean {
  return Object.keys(invoice_metadata).length + line_items.length > 0
}

const nothingRead = {
  problem: 'nothing',
  reason: 'Nothing that belongs to a document was found in it: type it in, or take a better photo.',
}

const noKnownData = {
  problem: 'nothing',
  reason:
    'The file is neither a bank statement nor an e-invoice that Daybook knows: save a bill that is a workbook as PDF, send what the bank or the seller gives as PDF, or type it in.',
}

/** The answer leaves out the checks, because the server checks by its current rules. */
function answered(
  document: ReadDocument,
  context: ReadingContext,
  readPages: ReadFile['pages'],
): AnsweredDocument {
  const { category, kind, pages } = document
  const { raw, explained } = toStored(toPaper(document, judge(document, context), readPages))
  return {
    category,
    kind,
    pages: [...pages],
    raw,
    explained,
    ...(category !== 'bank_entry' && {
      phrases: pagePhrases(readPages.filter(({ number }) => pages.includes(number))),
    }),
  }
}

/** The phrases of a document. They show where a value stands that the reader missed and a person types. */
function pagePhrases(pages: readonly ReadPage[]): PagePhrase[] {
  const phrases = pages.flatMap((page) =>
    rowsOf(page).flatMap((row) =>
      phrasesOf(row).map(({ text, pieces }): PagePhrase => {
        const [left, top, right, bottom] = boxOf(pieces).map(rounded)
        const box: PagePhrase[2] = [left ?? 0, top ?? 0, right ?? 0, bottom ?? 0]
        return [text.slice(0, phraseCharactersMax).toWellFormed(), page.number, box]
      }),
    ),
  )
  // The lines stand in the middle, which is left out.
  const half = phrasesMax / 2
  return phrases.length <= phrasesMax
    ? phrases
    : [...phrases.slice(0, half), ...phrases.slice(-half)]
}

/** Rounds an edge to a third of a millimetre. */
function rounded(edge: number): number {
  return Math.min(1, Math.max(0, Math.round(edge * 1000) / 1000))
}

/** The read document as a paper, with the boxes on the pages as people see them. */
export function toPaper(
  { category, head, lines }: ReadDocument,
  doubts: readonly Doubt[],
  pages: readonly Pick<ReadPage, 'number' | 'turned'>[],
): Paper {
  const turns = new Map(pages.map(({ number, turned }) => [number, turned]))
  const fieldsOf = (values: Values, place: Place, line?: number) =>
    labelled(values, category, place).map(({ key, label, value }): Field => {
      const turned = turns.get(value.page ?? 0) ?? 0
      const evidence = evidenceOf(value, turned, messagesOf(doubts, key, line))
      return { label, key, value: value.text, evidence }
    })
  const ofWhole = messagesOf(doubts, '')
  return {
    category,
    head: fieldsOf(head, 'head'),
    lines: lines.map((line, at) => fieldsOf(line, 'line', at)),
    ...(ofWhole.length > 0 && { evidence: { source: 'text', confidence: 1, doubts: ofWhole } }),
  }
}

type Values = ReadDocument['head']

function messagesOf(doubts: readonly Doubt[], key: string, line?: number): string[] {
  const own = doubts.filter((doubt) => doubt.key === key && doubt.line === line)
  return keptDoubts(own.map(({ message }) => message))
}

function evidenceOf(
  { source, page, box, confidence }: ReadValue,
  turned: ReadPage['turned'],
  doubts: string[],
): ExplainedValue {
  return {
    source,
    ...(page !== undefined && { page }),
    ...(box !== undefined && { box: asShown(box, turned) }),
    confidence,
    doubts,
  }
}

/** The reader turned the page upright. This turns a box back, so that it fits the page as people see it. */
function asShown([left, top, right, bottom]: Box, turned: ReadPage['turned']): ExplainedBox {
  const box = turnRectangle({ left, top, right, bottom }, { width: 1, height: 1 }, opposite(turned))
  return [box.left, box.top, box.right, box.bottom]
}

type ExplainedBox = NonNullable<ExplainedValue['box']>

/**
 * The values with their printed labels. A label counts if the built-in labels know it for the value's key and no other value has it. Else the
 * key is the label. So the label alone tells the key again.
 */
function labelled(values: Values, category: Category, place: Place) {
  const known = builtInLabels(category, place)
  const taken = new Set<string>()
  return Object.entries(values).map(([key, value]) => {
    const { label } = value
    const folded = foldLabel(label)
    const isKnown =
      label !== '' && known.get(folded) === key && !taken.has(folded) && !(label in values)
    taken.add(folded)
    return { key, value, label: isKnown ? label : key }
  })
}
