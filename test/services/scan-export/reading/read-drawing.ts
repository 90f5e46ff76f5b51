import type { ReadDocument, ReadPage } from '../../../../src/services/scan-export/reading/page.ts'
import { readDocuments } from '../../../../src/services/scan-export/reading/read-documents.ts'
import { drawnPage } from './drawn-page.ts'

/** The shop that the papers are sent to. */
export const ownGstin = '27AAKPK4821M1ZD'

export function read(...pages: ReadPage[]): ReadDocument[] {
  const context = { ownGstin, vendorNames: [], today: '2026-11-22' }
  return readDocuments({ pages, attachments: [] }, context)
}

/** The head of the only document of a drawing, as texts. */
export function head(drawing: string, source: ReadPage['source'] = 'text'): Record<string, string> {
  const [document] = read(drawnPage(drawing, { source }))
  return Object.fromEntries(
    Object.entries(document?.head ?? {}).map(([key, { text }]) => [key, text]),
  )
}
