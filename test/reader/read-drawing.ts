import type { ReadDocument, ReadPage } from '../../src/reader/page.ts'
import { readDocuments } from '../../src/reader/read-documents.ts'
import { drawnPage } from './drawn-page.ts'

/** The shop that the papers are sent to. */
export const ownGstin = '27AAKPK4821M1ZD'

/** What is known of it when a paper is read; its name only where a test says so. */
export const shop = { ownGstin, vendorNames: [], today: '2026-11-22' }

export function read(...pages: ReadPage[]): ReadDocument[] {
  return readDocuments({ pages, attachments: [] }, shop)
}

/** The head of the only document of a drawing, as texts. */
export function head(drawing: string, source: ReadPage['source'] = 'text'): Record<string, string> {
  const [document] = read(drawnPage(drawing, { source }))
  return Object.fromEntries(
    Object.entries(document?.head ?? {}).map(([key, { text }]) => [key, text]),
  )
}
