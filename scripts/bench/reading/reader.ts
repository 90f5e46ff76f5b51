// Reads one file as Daybook does, in a process of its own: what is left of a reading goes with it. JSON in, JSON out.
import { readFile } from '../../../src/platform/reading/read-file.ts'
import { habitsOf } from '../../../src/services/scan-export/reading/habits-of.ts'
import { review } from '../../../src/services/scan-export/reading/judge.ts'
import type { ReadDocument, ReadValue } from '../../../src/services/scan-export/reading/page.ts'
import { readDocuments } from '../../../src/services/scan-export/reading/read-documents.ts'
import { ownShop } from './compose/parties.ts'
import type { Reading, ReadingInput } from './read-paper.ts'
import type { Answer } from './score.ts'

/** The papers are of the fourteen months before it. */
const today = '2026-11-22'

const input: ReadingInput = JSON.parse(await Bun.stdin.text())
/** For the judge as well. */
const context = { ownGstin: ownShop.gstin, vendorNames: [], today, habits: input.habits ?? [] }
console.log(JSON.stringify(await read(input)))

async function read({ path, password = '', confirmed }: ReadingInput): Promise<Reading> {
  const before = process.cpuUsage()
  const file = await readFile(path, { passwords: [password] })
  const answers = readDocuments(file, context).map(answerOf)
  const { user, system } = process.cpuUsage(before)
  return {
    answers,
    habits: confirmed === undefined ? [] : habitsOf(file, confirmed, context),
    pages: Math.max(1, file.pages.length),
    seconds: (user + system) / 1e6,
  }
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
