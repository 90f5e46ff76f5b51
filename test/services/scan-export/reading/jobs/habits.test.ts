import { describe, expect, test } from 'bun:test'
import type { ReadProcess } from '../../../../../src/platform/reading/read-process.ts'
import { forgetLearnt } from '../../../../../src/services/scan-export/service.ts'
import { answerOf } from '../../../../../src/services/scan-export/reading/answer-file.ts'
import { listHabits } from '../../../../../src/services/scan-export/reading/habits/keep-habits.ts'
import { readingPhrases } from '../../../../../src/services/scan-export/reading/habits/tables.ts'
import {
  correctScan,
  removeScan,
} from '../../../../../src/services/scan-export/scans/change-scan.ts'
import { type ScanService, scanService } from '../../../../support/scan-service.ts'
import { drawnPage } from '../drawn-page.ts'
import { addFile, readAll } from './given-answers.ts'

const oddBill = (number: string) => `
SHREE TRADERS
GSTIN:27ARZPV1134P1ZQ
Patti kramank : ${number}          Date : 05/11/2026
Item        HSN     Qty   Rate    Amount
Besan       1106    2     84.50   169.00
Total                             169.00
For SHREE TRADERS`

/** Reads as Daybook does, what is drawn. */
function reading(drawing: string): ReadProcess {
  return {
    read: (_, context) =>
      Promise.resolve({
        text: JSON.stringify(
          answerOf({ pages: [drawnPage(drawing)], attachments: [] }, JSON.parse(context)),
        ),
      }),
  }
}

async function readBill(service: ScanService, number: string): Promise<string> {
  const id = await addFile(service)
  await readAll(service, reading(oddBill(number)))
  return id
}

/** What was read of the head, as it is stored. */
function headOf(service: ScanService, id: string) {
  return JSON.parse(service.scan(id).raw ?? '{}').invoice_metadata
}

async function typeNumber(service: ScanService, id: string, number: string): Promise<void> {
  const { invoice_metadata, line_items } = JSON.parse(service.scan(id).raw ?? '{}')
  const typed = { invoice_metadata: { ...invoice_metadata, 'Bill No': number }, line_items }
  await correctScan(service.deps, id, typed, 'owner')
}

describe('where a seller prints a field', () => {
  test('is learnt when a person types what was missed, and read on its next bill', async () => {
    await using service = scanService()
    const first = await readBill(service, '118')
    expect(Object.values(headOf(service, first))).not.toContain('118')
    await typeNumber(service, first, '118')
    expect(listHabits(service.database.read)).toMatchObject([
      { gstin: '27ARZPV1134P1ZQ', key: 'invoice_no', label: 'patti kramank' },
    ])
    const second = await readBill(service, '119')
    expect(headOf(service, second)).toMatchObject({ invoice_no: '119' })
  })

  test('is not learnt where a person changes nothing', async () => {
    await using service = scanService()
    const id = await readBill(service, '118')
    const raw = JSON.parse(service.scan(id).raw ?? '{}')
    await correctScan(service.deps, id, raw, 'owner')
    expect(listHabits(service.database.read)).toEqual([])
  })

  test('is not learnt of what does not stand on the paper', async () => {
    await using service = scanService()
    const id = await readBill(service, '118')
    await typeNumber(service, id, '9999')
    expect(listHabits(service.database.read)).toEqual([])
  })

  test('is forgotten with all that was learnt of bills', async () => {
    await using service = scanService()
    await typeNumber(service, await readBill(service, '118'), '118')
    await forgetLearnt(service.deps, 'owner')
    expect(listHabits(service.database.read)).toEqual([])
    const next = await readBill(service, '119')
    expect(Object.values(headOf(service, next))).not.toContain('119')
  })
})

test('what a document says goes with it', async () => {
  await using service = scanService()
  const id = await readBill(service, '118')
  const count = () => service.database.read.select().from(readingPhrases).all().length
  expect(count()).toBe(1)
  await removeScan(service.deps, id, 'owner')
  expect(count()).toBe(0)
})
