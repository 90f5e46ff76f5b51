import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import {
  decideOnPapers,
  takeBackDecision,
} from '../../../../src/services/scan-export/duplicates/decide.ts'
import { putBackScan } from '../../../../src/services/scan-export/delivery/put-back.ts'
import {
  allScans,
  listScanIds,
} from '../../../../src/services/scan-export/overview/listed-queries.ts'
import { scanSorts } from '../../../../src/services/scan-export/overview/sort-queries.ts'
import { changeRules } from '../../../../src/services/scan-export/rename-rules/change-rules.ts'
import {
  correctScan,
  moveScan,
  removeScan,
} from '../../../../src/services/scan-export/scans/change-scan.ts'
import { fillHeads } from '../../../../src/services/scan-export/scans/heads.ts'
import { documentHeads } from '../../../../src/services/scan-export/tables.ts'
import { scanService } from '../../../support/scan-service.ts'
import { statementsOf } from '../../../support/statements.ts'
import { expectHeads, keptHeads } from './kept-heads.ts'

const bill = {
  invoice_no: 'INV-9',
  invoice_date: '05/10/2026',
  vendor_name: 'Acme  Traders',
  gstin: '27 AAPFU0939F1ZV',
  total: 'Rs. 10,125.50',
}

test('a head is a folded seller, a number that sorts, an ISO day and whole paise', async () => {
  await using service = scanService()
  await service.addScan({ metadata: bill })
  expect(keptHeads(service)).toMatchObject([
    {
      state: 'waiting',
      seller: 'acme traders',
      number: 'inv-000000000000009',
      day: '2026-10-05',
      total: 1_012_550,
    },
  ])
})

test('what a document does not say is null', async () => {
  await using service = scanService()
  await service.addScan({ pending: true })
  await service.addScan({ metadata: { invoice_date: 'soon', total: 'much' } })
  const nothing = { seller: null, number: null, day: null, total: null }
  expect(keptHeads(service)).toMatchObject([nothing, nothing])
})

test('heads are written with whatever changes a document', async () => {
  await using service = scanService()
  const { deps } = service
  const add = async () => await service.addScan({ metadata: { ...bill, Zref: 'Z' } })
  const [first, second, third, fourth] = [await add(), await add(), await add(), await add()]
  await service.addScan({ pending: true })
  await service.addScan({ failureReason: 'blurred' })
  await expectHeads(service)
  const typed = { invoice_metadata: { ...bill, total: '12.00' }, line_items: [] }
  await correctScan(deps, first, typed, 'ravi')
  await expectHeads(service)
  await moveScan(deps, second, 'purchase_order', 'ravi')
  await expectHeads(service)
  await service.mark([third])
  await expectHeads(service)
  await putBackScan(deps, third, 'ravi')
  await expectHeads(service)
  await changeRules(deps, [{ type: 'label', from: 'Zref', to: 'note', category: null }])
  await expectHeads(service)
  const decision = { kept: first, other: fourth, verdict: 'same' } as const
  await decideOnPapers(deps, decision, 'ravi')
  await expectHeads(service)
  await takeBackDecision(deps, decision, 'ravi')
  await expectHeads(service)
  await removeScan(deps, fourth, 'ravi')
  await expectHeads(service)
})

test('the heads of documents that were delivered elsewhere follow a change of rules', async () => {
  await using service = scanService()
  const synced = { at: service.clock.now(), source: null, duplicateOf: null }
  await service.addScan({ metadata: { Zref: 'INV-7' }, earlier: { synced } })
  expect(keptHeads(service)).toMatchObject([{ state: 'read', number: null }])
  const rule = { type: 'label', from: 'Zref', to: 'invoice_no', category: null } as const
  await changeRules(service.deps, [rule])
  expect(keptHeads(service)).toMatchObject([{ state: 'read', number: 'inv-000000000000007' }])
  await expectHeads(service)
})

test('documents of an earlier Daybook get their heads at the start, also after one that was interrupted', async () => {
  await using service = scanService()
  const ids = [await service.addScan({ metadata: bill }), await service.addScan({ pending: true })]
  const before = keptHeads(service)
  const [interrupted = ''] = ids
  await service.database.write((conn) =>
    conn.delete(documentHeads).where(eq(documentHeads.scanId, interrupted)).run(),
  )
  await fillHeads(service.deps)
  expect(keptHeads(service)).toEqual(before)
  await service.database.write((conn) => conn.delete(documentHeads).run())
  await fillHeads(service.deps)
  expect(keptHeads(service)).toEqual(before)
})

test('every sorted list looks up the head of a document by its key', async () => {
  await using service = scanService()
  const { read } = service.database
  const statements = statementsOf(read)
  const page = { limit: 10, offset: 0 }
  for (const by of scanSorts) {
    listScanIds(read, allScans, { from: 0, withSeller: false }, page, { by, isDescending: true })
  }
  const sorted = statements.filter((sql) => sql.includes('sorted.'))
  expect(sorted).toHaveLength(4)
  for (const sql of sorted) {
    const plan = read.$client.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`).all()
    expect(
      plan.map(({ detail }) => detail).find((detail) => /\bsorted\b/.test(detail)),
    ).toStartWith('SEARCH sorted USING PRIMARY KEY (scan_id=?')
  }
})
