import { expect, test } from 'bun:test'
import type { Category } from '../../../../../src/paper/categories.ts'
import type { RawDocument } from '../../../../../src/paper/rules/normalise.ts'
import type { AnsweredDocument } from '../../../../../src/reader/answer.ts'
import {
  prepareReading,
  storeReading,
} from '../../../../../src/services/scan-export/reading/jobs/store-reading.ts'
import { changeRules } from '../../../../../src/services/scan-export/rename-rules/change-rules.ts'
import { correctScan, moveScan } from '../../../../../src/services/scan-export/scans/change-scan.ts'
import { findReading } from '../../../../../src/services/scan-export/scans/reading-rows.ts'
import { honestBill } from '../../../../support/bills.ts'
import { scanService, type ScanService } from '../../../../support/scan-service.ts'
import { dayMs, noon } from '../../../../support/temporary-database.ts'
import { addFile } from './given-answers.ts'

/* What is worked out before a reading is stored is what would be found when it is. */

const category: Category = 'vendor_invoice'
const doubts = { source: 'ocr' as const, confidence: 0.5, doubts: ['Is it 7?'] }

function documentsOf(raw: RawDocument): [AnsweredDocument] {
  const explained = { 'invoice_metadata.Bill No.': doubts }
  return [{ category, kind: 'invoice', pages: [1], raw, explained }]
}

const wrong = honestBill('A-9', { now: noon, head: { Total: '1,060.00' } })

/** What is stored of a bill that is read ahead of `meanwhile`, and how it is without that. */
async function stored(
  raw: RawDocument,
  meanwhile: (service: ScanService, id: string) => Promise<unknown>,
) {
  const outcomes = []
  for (const isAhead of [true, false]) {
    await using service = scanService()
    const id = await addFile(service)
    const documents = documentsOf(raw)
    const prepared = await prepareReading(service.deps, category, documents)
    await meanwhile(service, id)
    await service.database.write((conn) =>
      storeReading(conn, service.deps, id, isAhead ? prepared : { documents }),
    )
    const { status, held, failureReason, correction } = service.scan(id)
    const reading = findReading(service.database.read).get({ scanId: id })
    outcomes.push({
      scan: {
        status,
        held,
        failureReason,
        isTyped: correction !== null,
        raw: service.scan(id).raw,
      },
      queued: service.queued().get(id),
      explained: reading?.explained,
    })
  }
  return outcomes
}

test.each([
  ['a bill that adds up', honestBill('A-9', { now: noon })],
  ['a bill that does not', wrong],
])('%s is stored as if it had been checked then', async (_what, raw) => {
  const [ahead, then] = await stored(raw, () => Promise.resolve())
  expect(ahead).toEqual(then)
  expect(ahead?.scan.failureReason).toContain(raw === wrong ? 'Total: ₹10.00 more' : 'Is it 7?')
})

test('what changed meanwhile counts: its kind, the rules, the day, what somebody typed', async () => {
  const moved = await stored(wrong, ({ deps }, id) => moveScan(deps, id, 'purchase_order', 'owner'))
  expect(moved[0]).toEqual(moved[1])
  expect(moved[0]?.explained).toContain('was added as a purchase order')
  const renamed = await stored(
    honestBill('A-9', { now: noon, head: { 'Net Rs': '7' } }),
    ({ deps }) =>
      changeRules(deps, [{ type: 'label', from: 'Net Rs', to: 'round_off', category: null }], {}),
  )
  expect(renamed[0]).toEqual(renamed[1])
  expect(renamed[0]?.scan.failureReason).toContain('Total: ')
  const later = await stored(honestBill('A-9', { now: noon }), ({ clock }) => {
    clock.pass(-10 * dayMs)
    return Promise.resolve()
  })
  expect(later[0]).toEqual(later[1])
  expect(later[0]?.scan.failureReason).toContain('future')
  const typed = await stored(wrong, ({ deps }, id) =>
    correctScan(deps, id, honestBill('A-10', { now: noon }), 'owner'),
  )
  expect(typed[0]).toEqual(typed[1])
  expect([typed[0]?.scan.isTyped, typed[0]?.queued?.invoice_metadata['invoice_no']]).toEqual([
    true,
    'A-10',
  ])
})
