import { review } from '../../../src/reader/judge.ts'
import { type ReadDocument, textsOf } from '../../../src/reader/page.ts'
import { drawnPage } from '../drawn-page.ts'
import { ownGstin, read } from '../read-drawing.ts'

/* Statements drawn for tests: see drawn-page.ts. */

/** The head of most of them. */
export const top = `
STATE BANK OF INDIA
Account Name   :  KULKARNI GENERAL STORES           Account No :  220602172677
IFS Code       :  SBIN0144640                       Branch     :  CAMP PUNE
Statement From 01/08/2026 to 31/08/2026
`

export function statement(drawing: string, further?: string): ReadDocument {
  const pages = [
    drawnPage(drawing),
    ...(further === undefined ? [] : [drawnPage(further, { number: 2 })]),
  ]
  const [document] = read(...pages)
  if (document === undefined) throw new Error('Nothing was read.')
  return document
}

export function lines(drawing: string, further?: string) {
  return statement(drawing, further).lines.map(textsOf)
}

export function findings(drawing: string) {
  return review(statement(drawing), { ownGstin, today: '2026-11-22' }).doubts
}
