import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
  countArchived,
  listUnarchived,
} from '../../../../src/services/scan-export/archive/queries.ts'
import { dayMs, noon } from '../../../support/temporary-database.ts'
import { archivedShop, type ArchivedShop, bill } from './archived-shop.ts'

const hourMs = 60 * 60 * 1000

let shop: ArchivedShop

beforeEach(async () => {
  shop = await archivedShop()
})

afterEach(() => shop[Symbol.asyncDispose]())

/** The documents that are due by themselves, or with `isAll` when somebody asks. */
function due(isAll = false): string[] {
  const { read } = shop.service.database
  const now = shop.service.clock.now()
  const wanted = { archiveId: 'none', now, isAll, from: 0, limit: 10, skippedIds: '[]' }
  return listUnarchived(read, wanted).map(({ id }) => id)
}

test('a document is due once it was delivered, and after 12 hours in any case', async () => {
  const delivered = await shop.service.addScan(bill('A', { createdAt: noon - 2 * hourMs }))
  const young = await shop.service.addScan(bill('B', { createdAt: noon - hourMs }))
  const old = await shop.service.addScan(bill('C', { createdAt: noon - 12 * hourMs }))
  await shop.service.mark([delivered])
  expect(due()).toEqual([old, delivered])
  expect(due(true)).toEqual([old, delivered, young])
})

test('one that waits to be read is not, for a day at most', async () => {
  const id = await shop.service.addScan({ pending: true, content: 'x', createdAt: noon })
  shop.service.clock.pass(dayMs - hourMs)
  expect([due(), due(true)]).toEqual([[], []])
  shop.service.clock.pass(2 * hourMs)
  expect([due(), due(true)]).toEqual([[id], [id]])
})

test('what is archived, what waits and what is held are counted', async () => {
  await shop.service.addScan(bill('A'))
  await shop.archive.run()
  await shop.service.addScan(bill('B'))
  await shop.service.addScan(bill('C', { createdAt: noon - 31 * dayMs }))
  const { read } = shop.service.database
  const archived = (await shop.folder.files()).length
  expect(archived).toBe(3)
  const { id } = JSON.parse(shop.folder.text('daybook-archive.json'))
  expect(countArchived(read, id, noon)).toEqual({ archived: 1, waiting: 2, held: 1 })
})
