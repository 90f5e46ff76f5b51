import { expect, test } from 'bun:test'
import { listScans } from '../../../../src/services/scan-export/service.ts'
import { scanDesk } from '../../../support/scan-desk.ts'
import { statementsOf } from '../../../support/statements.ts'

const everything = {
  userId: null,
  category: null,
  status: null,
  synced: null,
  duplicate: null,
  from: 0,
  until: Number.MAX_SAFE_INTEGER,
  search: null,
}

test('a page of 50 scans of every kind is read with at most 5 statements', async () => {
  await using desk = scanDesk()
  const statements = statementsOf(desk.database.read)
  for (let i = 0; i < 12; i++) {
    const metadata = { invoice_no: `A-${i}`, name: `Vendor ${i}` }
    const original = await desk.addScan({ metadata, createdAt: desk.clock.now() - 5000 })
    await desk.addScan({ metadata })
    await desk.addScan({ pending: true })
    await desk.addScan({ failureReason: 'blurred' })
    if (i % 2 === 0) await desk.mark([original])
    await desk.addScan({ metadata: { invoice_no: `B-${i}` } })
  }
  const page = { limit: 50, offset: 0 }
  expect(listScans(desk.deps, everything, page)).toMatchObject({ total: 60 })
  statements.length = 0
  expect(listScans(desk.deps, everything, page).items).toHaveLength(50)
  const reads = statements.filter((sql) => sql !== 'BEGIN' && sql !== 'COMMIT')
  expect(statements.length - reads.length).toBe(2)
  expect(reads.length).toBeGreaterThan(1)
  expect(reads.length).toBeLessThanOrEqual(5)
})
