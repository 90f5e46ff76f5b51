import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { storeOf } from '../../../src/app.ts'
import { fillDemo } from '../../../src/cli/demo/fill.ts'
import { openPages } from '../../../src/platform/pictures/draw.ts'
import { openPdf } from '../../../src/platform/pictures/pdf.ts'
import {
  noon,
  temporaryDatabase,
  type TemporaryDatabase,
} from '../../support/temporary-database.ts'

/** Filling a shop may take so long on a busy machine, in milliseconds. */
const fillLimitMs = 120_000

type Filed = { filename: string; status: string; raw: string | null; sha256: string; type: string }

let demo: TemporaryDatabase
let filed: Filed[]

beforeAll(async () => {
  demo = temporaryDatabase()
  await fillDemo(demo.database, demo.dir, noon)
  filed = demo.database.read.$client
    .query<Filed, []>(
      'select scans.filename, status, raw, hash as sha256, content_type as type from scans join documents on documents.id = scans.document_id order by scans.created_at',
    )
    .all()
}, fillLimitMs)

afterAll(() => demo[Symbol.asyncDispose]())

function pathOf({ sha256 }: Filed): string {
  return storeOf(demo.dir).path('documents', sha256)
}

/** What is printed above the lines, and below them. */
function headOf({ raw }: Filed): string[] {
  const read: { invoice_metadata: Record<string, string> } = JSON.parse(raw ?? '')
  return Object.values(read.invoice_metadata)
}

describe('the papers of the demo', () => {
  test('are PDFs and photos, as their names say', () => {
    expect(filed.length).toBeGreaterThan(70)
    for (const { filename, type } of filed) {
      expect(type).toBe(filename.endsWith('.pdf') ? 'application/pdf' : 'image/jpeg')
    }
    expect(new Set(filed.map(({ type }) => type)).size).toBe(2)
  })

  test('say what was read from them, with the day that it has today', async () => {
    const pdf = filed.filter(({ type, raw }) => type === 'application/pdf' && raw !== null)
    for (const paper of pdf.slice(-5)) {
      const document = await openPdf(await Bun.file(pathOf(paper)).bytes())
      const text = document.getPage(0).getText()
      for (const value of headOf(paper)) expect(text).toContain(value)
    }
  })

  test('some wait to be typed in, and what could not be read shows why', async () => {
    const waiting = filed.filter(({ status }) => status === 'pending')
    expect(waiting.length).toBeGreaterThan(5)
    for (const paper of waiting) {
      expect(await openPages(pathOf(paper), 600)).toMatchObject({ total: 1 })
    }
    const failed = filed.filter(({ status }) => status === 'failed')
    expect(failed.length).toBeGreaterThan(3)
  })

  test('some bills that were scanned twice have two photos', () => {
    const photos = filed.filter((paper) => paper.type === 'image/jpeg' && paper.raw !== null)
    const twice = [...Map.groupBy(photos, (paper) => headOf(paper).join())].filter(
      ([, papers]) => papers.length === 2,
    )
    expect(twice.length).toBeGreaterThan(1)
    for (const [, papers] of twice) {
      expect(new Set(papers.map(({ sha256 }) => sha256)).size).toBe(2)
    }
  })
})
