import { readFile } from '../../../src/platform/reading/read-file.ts'
import { review } from '../../../src/services/scan-export/reading/judge.ts'
import type { ReadDocument, ReadValue } from '../../../src/services/scan-export/reading/page.ts'
import { readDocuments } from '../../../src/services/scan-export/reading/read-documents.ts'
import { ownShop } from './compose/parties.ts'
import type { Answer } from './score.ts'

/** The papers are of the fourteen months before it. */
const today = '2026-11-22'

/** What was read of a file, and the processor's time for it, in seconds. */
export type Reading = { answers: Answer[]; pages: number; seconds: number }

/** Reads a file as Daybook does, in this process. Throws Unread. */
export async function readPaper(path: string, password = ''): Promise<Reading> {
  const before = process.cpuUsage()
  const file = await readFile(path, { password })
  const documents = readDocuments(file, { ownGstin: ownShop.gstin, vendorNames: [], today })
  const answers = documents.map((document) =>
    answerOf(document, review(document, { ownGstin: ownShop.gstin, today })),
  )
  const { user, system } = process.cpuUsage(before)
  return { answers, pages: Math.max(1, file.pages.length), seconds: (user + system) / 1e6 }
}

function answerOf(
  { kind, head, lines }: ReadDocument,
  { status, doubts }: ReturnType<typeof review>,
): Answer {
  return {
    kind,
    head: textsOf(head),
    lines: lines.map(textsOf),
    isDoubted: (key, line) => doubts.some((doubt) => doubt.key === key && doubt.line === line),
    isDelivered: status === 'successful',
  }
}

function textsOf(values: Readonly<Record<string, ReadValue>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, { text }]) => [key, text]))
}
