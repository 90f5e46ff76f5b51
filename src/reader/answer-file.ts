import { indicLanguages } from './pages/ocr/indic-languages.ts'
import { type Progress, readFile } from './pages/read-file.ts'
import { Unread } from './pages/problems.ts'
import { toStored } from '../paper/paper.ts'
import type { AnsweredDocument, ReadingAnswer, ReadingContext } from './answer.ts'
import { judge } from './judge.ts'
import type { ReadDocument, ReadFile, ReadPage } from './page.ts'
import { readDocuments } from './read-documents.ts'
import { toPaper } from './to-paper.ts'
import { boxOf, phrasesOf, rowsOf } from './rows.ts'
import { type PagePhrase, phraseCharactersMax, phrasesMax } from './habits/habit.ts'

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
