import { describe, expect, test } from 'bun:test'
import { listUnsynced } from '../../../../src/services/scan-export/delivery/list-unsynced.ts'
import { changeRules } from '../../../../src/services/scan-export/rename-rules/change-rules.ts'
import { correctScan } from '../../../../src/services/scan-export/scans/change-scan.ts'
import { isJsonObject, type JsonObject } from '../../../../src/platform/json/json.ts'
import { honestBill } from '../../../support/bills.ts'
import { scanService, type ScanService } from '../../../support/scan-service.ts'
import { noon } from '../../../support/temporary-database.ts'
import { addFile, answering, readAll } from '../reading/jobs/given-answers.ts'

const bill = honestBill('A-9', { now: noon })
const box = [0, 0, 0.5, 0.5]
const read = { source: 'ocr', page: 1, box, confidence: 0.5 }
const typed = { source: 'typed', confidence: 1, doubts: [] }

describe('an item of the unsynced list, asked to explain itself', () => {
  test('tells where each value was read, by its delivered path', async () => {
    await using service = scanService()
    await addFile(service)
    const explained = { 'invoice_metadata.Bill No.': [], 'line_items.1.Qty': [] }
    await readAll(service, answering({ documents: [bill], doubts: explained }))
    const [item] = listed(service)
    expect(item?.['explain']).toMatchObject({
      'invoice_metadata.invoice_no': { ...read, doubts: [] },
      'line_items.1.qty': { ...read, doubts: [] },
    })
    expect(item?.['doubts']).toEqual([])
  })

  test('tells nothing of what is not printed and was worked out', async () => {
    await using service = scanService()
    await addFile(service)
    const explained = { 'invoice_metadata.Bill No.': { source: 'derived', confidence: 1 } }
    const document = {
      category: 'vendor_invoice',
      kind: 'invoice',
      pages: [1],
      raw: bill,
      explained,
    }
    const answer = JSON.stringify({ documents: [document] })
    await readAll(service, { read: () => Promise.resolve({ text: answer }) })
    const explain = listed(service)[0]?.['explain'] ?? {}
    expect(Object.keys(explain)).not.toContain('invoice_metadata.invoice_no')
    expect(Object.keys(explain)).toContain('invoice_metadata.gstin')
  })

  test('tells what a person typed, and what was read before under it', async () => {
    await using service = scanService()
    const id = await addFile(service)
    const explained = { 'invoice_metadata.Bill No.': [], 'invoice_metadata.GSTIN': [] }
    await readAll(service, answering({ documents: [bill], doubts: explained }))
    const head = { ...bill.invoice_metadata, 'Bill No.': 'A-10' }
    await correctScan(service.deps, id, { ...bill, invoice_metadata: head }, 'owner')
    expect(listed(service)[0]?.['explain']).toMatchObject({
      'invoice_metadata.invoice_no': typed,
      'invoice_metadata.gstin': { ...read, doubts: [] },
    })
  })

  test('tells what is doubtful of what another program sent', async () => {
    await using service = scanService()
    const { invoice_metadata, line_items } = bill
    await service.addScan({
      metadata: { ...invoice_metadata, Total: '1,060.00' },
      lines: line_items,
    })
    const [item] = listed(service)
    expect(item?.['doubts']).toEqual(['invoice_metadata.total'])
    expect(item?.['explain']).toMatchObject({
      'invoice_metadata.total': { source: 'api', confidence: 1, doubts: [expect.any(String)] },
    })
  })

  test("names the keys of the shop's own rules", async () => {
    await using service = scanService()
    await service.addScan({ metadata: { 'Bill No.': 'A-9', GSTIN: '27AAPFU0939F1ZX' } })
    const rule = { type: 'label', from: 'GSTIN', to: 'TaxRef', category: null } as const
    await changeRules(service.deps, [rule])
    const [item] = listed(service)
    expect(item?.['doubts']).toEqual(['invoice_metadata.TaxRef'])
  })

  test('is as any other when it is not asked', async () => {
    await using service = scanService()
    await service.addScan({ metadata: { 'Bill No.': 'A-9' } })
    const [item] = listed(service, false)
    expect(Object.keys(item ?? {})).not.toContain('explain')
  })
})

function listed(service: ScanService, explain = true): JsonObject[] {
  const caller = { keyId: 'k', userId: 'ravi', role: 'owner', allUsers: true, scopes: [] } as const
  const input = { limit: 500, category: undefined, after: undefined, explain }
  const answer: JsonObject = JSON.parse(listUnsynced(service.deps)(caller, input).text)
  return Array.isArray(answer['items']) ? answer['items'].filter(isJsonObject) : []
}
