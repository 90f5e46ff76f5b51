// Reads one file as Daybook does, in its own process, so that nothing is left of a reading. JSON in, JSON out.
import { readFile } from '../../../src/reader/pages/read-file.ts'
import { compileRules } from '../../../src/paper/rules/rules.ts'
import { answerOf as answerOfFile } from '../../../src/reader/answer-file.ts'
import { confirmedBill } from '../../../src/reader/habits/confirmed-bill.ts'
import type { SellerHabits } from '../../../src/reader/habits/habit.ts'
import { learn } from '../../../src/reader/habits/learn.ts'
import { review } from '../../../src/reader/judge.ts'
import type { ReadDocument, ReadFile, ReadValue } from '../../../src/reader/page.ts'
import { readDocuments } from '../../../src/reader/read-documents.ts'
import { paperOf } from '../../../src/paper/paper.ts'
import { ownShop } from './compose/parties.ts'
import type { Reading, ReadingInput } from './read-paper.ts'
import type { Answer } from './score.ts'

/** The day of reading. The papers are from the fourteen months before. */
const today = '2026-11-22'

const input: ReadingInput = JSON.parse(await Bun.stdin.text())
/** The reader and the judge both use it. */
const context = {
  ownGstin: ownShop.gstin,
  ownName: ownShop.name,
  vendorNames: [],
  today,
  habits: input.habits === undefined ? [] : [input.habits],
}
console.log(JSON.stringify(await read(input)))

async function read({ path, password = '', confirmed }: ReadingInput): Promise<Reading> {
  const before = process.cpuUsage()
  const file = await readFile(path, { passwords: [password] })
  const answers = readDocuments(file, context).map(answerOf)
  const { user, system } = process.cpuUsage(before)
  return {
    answers,
    habits: confirmed === undefined ? undefined : habitsAfter(file, confirmed),
    pages: Math.max(1, file.pages.length),
    linesReadAgain: file.pages.reduce((sum, page) => sum + (page.linesReadAgain ?? 0), 0),
    seconds: (user + system) / 1e6,
  }
}

/** Learns from a document that a person saved, as the server does. */
function habitsAfter(
  file: ReadFile,
  correction: NonNullable<ReadingInput['confirmed']>,
): SellerHabits | undefined {
  const answer = answerOfFile(file, context)
  if (!('documents' in answer)) return input.habits
  const { category, raw, explained, phrases = [] } = answer.documents[0]
  const rules = compileRules([])
  const bill = confirmedBill({
    read: paperOf({ raw, explained }, category, rules),
    typed: paperOf({ raw: correction }, category, rules),
    phrases,
    savedAt: Date.now(),
  })
  return bill === undefined ? input.habits : learn(input.habits, bill)
}

function answerOf(document: ReadDocument): Answer {
  const { status, doubts } = review(document, context)
  return {
    kind: document.kind,
    head: textsOf(document.head),
    lines: document.lines.map(textsOf),
    doubts: doubts.map(({ key, line }) => ({ key, ...(line !== undefined && { line }) })),
    isDelivered: status === 'successful',
  }
}

function textsOf(values: Readonly<Record<string, ReadValue>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, { text }]) => [key, text]))
}
