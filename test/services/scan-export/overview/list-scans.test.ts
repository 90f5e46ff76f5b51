import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { putBackScan } from '../../../../src/services/scan-export/delivery/put-back.ts'
import {
  findCalledScans,
  listScans,
} from '../../../../src/services/scan-export/overview/list-scans.ts'
import { allScans } from '../../../../src/services/scan-export/overview/listed-queries.ts'
import { changes } from '../../../../src/changes/tables.ts'
import { scans } from '../../../../src/services/scan-export/tables.ts'
import { type ScanInput, scanService } from '../../../support/scan-service.ts'
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

test('a document is found by its text while it waits, when delivered and when put back, and not once it is deleted', async () => {
  await using service = scanService()
  const { database, deps } = service
  const found = (search: string) =>
    listScans(deps, { ...allScans, search }, { limit: 50, offset: 0 }).items.map(({ id }) => id)
  const add = (no: string, remark: string) =>
    service.addScan({ metadata: { invoice_no: no, remark } })
  const [delivered, id] = [await add('A-1', 'Rose'), await add('A-2', 'Kesar pista')]
  await service.mark([delivered])
  expect(found('KESAR')).toEqual([id])
  expect(found('rose')).toEqual([delivered])
  await service.mark([id])
  expect(found('KESAR')).toEqual([id])
  await putBackScan(deps, id, 'ravi')
  expect(found('KESAR')).toEqual([id])
  await service.mark([id])
  await database.write((conn) => conn.delete(scans).where(eq(scans.id, id)).run())
  // It gets the row of the deleted one.
  const other = await add('A-3', 'Mango')
  expect(found('KESAR')).toEqual([])
  await service.mark([other])
  expect(found('mango')).toEqual([other])
  expect(found('rose')).toEqual([delivered])
  // The feed of changes begins again where other data took the place of the shop's.
  await database.write((conn) => conn.delete(changes).run())
  expect(found('rose')).toEqual([delivered])
})

test('documents are found by seller, number and file name, the newest first; a statement not by the name of its account', async () => {
  await using service = scanService()
  const { clock, deps } = service
  const called = (text: string, userId: string | null = null) =>
    findCalledScans(deps, { text, userId, limit: 2 }).map(({ id }) => id)
  const add = (hoursAgo: number, input: ScanInput) =>
    service.addScan({ createdAt: clock.now() - hoursAgo * 3_600_000, ...input })
  const metadata = { invoice_no: 'KT/7', vendor_name: 'Kaveri Traders' }
  const oldest = await add(9, { metadata, userId: 'asha' })
  const older = await add(8, { metadata, filename: 'Kaveri.pdf' })
  const newer = await add(7, { metadata: { ...metadata, invoice_no: 'KT/8' } })
  const account = { account_holder: 'Kaveri Traders', bank_name: 'Kaveri Bank' }
  const statement = { category: 'bank_entry', metadata: account } as const
  const named = await add(6, { ...statement, filename: 'august.pdf' })
  expect(called('kaveri')).toEqual([newer, older])
  expect(called('kaveri', 'asha')).toEqual([oldest])
  expect(called('KT/7')).toEqual([older, oldest])
  expect(called('August')).toEqual([named])
  expect(called('rose')).toEqual([])
})

test.each(['13781', '13,781', '₹13,781.00', ' 13781.0 '])(
  'a bill is found by its total, typed as %s, in the list and by going to it',
  async (text) => {
    await using service = scanService()
    const [bill, _other] = await Promise.all(
      ['13,781.00', '13,782.00'].map((total, at) =>
        service.addScan({ metadata: { 'Invoice No': `KT/${at}`, Total: total } }),
      ),
    )
    const search = { ...allScans, search: text }
    const { items } = listScans(service.deps, search, { limit: 5, offset: 0 })
    expect(items.map(({ id }) => id)).toEqual([bill ?? ''])
    const found = findCalledScans(service.deps, { text, userId: null, limit: 5 })
    expect(found.map(({ id }) => id)).toEqual([bill ?? ''])
  },
)
