// Reads one file as Daybook does, in its own process, so that nothing is left of a reading. JSON in, JSON out.
import { readFile } from '../../../src/reader/pages/read-file.ts'
import { compileRules } from '../../../src/paper/rules/rules.ts'
import { answerOf as answerOfFile } from '../../../src/reader/answer-file.ts'
import { confirmedBill } from '../../../src/reader/habits/confirmed-bill.ts'
import type { SellerHabits } from '../../../src/reader/habits/habit.ts'
import { learn } from '../../../src/reader/habits/learn.ts'
import type { ReadFile } from '../../../src/reader/page.ts'
import { paperOf } from '../../../src/paper/paper.ts'
import { answersOf, contextOf } from './answers.ts'
import type { Reading, ReadingInput } from './read-paper.ts'

const input: ReadingInput = JSON.parse(await Bun.stdin.text())
const context = contextOf(input.habits === undefined ? [] : [input.habits], input.today)
console.log(JSON.stringify(await read(input)))

async function read({ path, password = '', confirmed }: ReadingInput): Promise<Reading> {
  const before = process.cpuUsage()
  const file = await readFile(path, { passwords: [password] })
  const answers = answersOf(file, context)
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
