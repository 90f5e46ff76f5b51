import { expect, test } from 'bun:test'
import { listScans } from '../../../../src/services/scan-export/overview/list-scans.ts'
import { allScans } from '../../../../src/services/scan-export/overview/listed-queries.ts'
import { scanService } from '../../../support/scan-service.ts'
import { statementsOf } from '../../../support/statements.ts'

test('a page of 50 scans of every kind is read with at most 5 statements', async () => {
  await using service = scanService()
  const statements = statementsOf(service.database.read)
  for (let i = 0; i < 12; i++) {
    const metadata = { invoice_no: `A-${i}`, name: `Vendor ${i}` }
    const original = await service.addScan({ metadata, createdAt: service.clock.now() - 5000 })
    await service.addScan({ metadata })
    await service.addScan({ pending: true })
    await service.addScan({ failureReason: 'blurred' })
    if (i % 2 === 0) await service.mark([original])
    await service.addScan({ metadata: { invoice_no: `B-${i}` } })
  }
  const page = { limit: 50, offset: 0 }
  expect(listScans(service.deps, allScans, page)).toMatchObject({ total: 60 })
  statements.length = 0
  expect(listScans(service.deps, allScans, page).items).toHaveLength(50)
  const reads = statements.filter((sql) => sql !== 'BEGIN' && sql !== 'COMMIT')
  expect(statements.length - reads.length).toBe(2)
  expect(reads.length).toBeGreaterThan(1)
  expect(reads.length).toBeLessThanOrEqual(5)
})
