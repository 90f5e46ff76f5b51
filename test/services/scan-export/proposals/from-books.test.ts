import { expect, test } from 'bun:test'
import { keepBooks } from '../../../../src/books/mapping/companies.ts'
import { mapTo } from '../../../../src/books/mapping/map.ts'
import { requireMapped } from '../../../../src/books/mapping/mapping-queries.ts'
import type { Master } from '../../../../src/books/mapping/rules.ts'
import { storeMasters } from '../../../../src/books/mapping/take-report.ts'
import { addName } from '../../../../src/names/add-name.ts'
import { withWhatIsKnown } from '../../../../src/services/scan-export/proposals/find-items.ts'
import { scanService } from '../../../support/scan-service.ts'
import { noon } from '../../../support/temporary-database.ts'
import { addBill, items } from './bills.ts'

type Service = ReturnType<typeof scanService>

const oil: Master = {
  id: 'oil',
  name: 'Sunflower Oil 1 L',
  alter_id: 1,
  hsn: '1512',
  unit: 'Pouch',
  gst_rate: 5,
  aliases: ['S/F Oil'],
}

/** Books with some stock items. Returns their number. */
async function addBooks({ database }: Service, masters: Master[]): Promise<number> {
  const company = { system: 'tally', guid: 'g', number: '1', booksFrom: '', name: 'Shop' }
  const books = await database.write((conn) => keepBooks(conn, company, 'key', noon))
  const of = { books, kind: 'item', masters, gone: [], run: '1', isWhole: true } as const
  await storeMasters({ database }, of)
  return books
}

async function addProduct({ database }: Service, name: string): Promise<void> {
  await database.write((conn) => addName(conn, 'product', { name, aliases: [] }, noon))
}

test('an item that no bill had has HSN, unit and rate of the stock item of its name or alias', async () => {
  await using service = scanService()
  await addBooks(service, [oil])
  await addProduct(service, 'Sunflower oil 1 L')
  const known = { hsn: '1512', unit: 'Pouch', gstPct: 5, ratePaise: null }
  expect(items(service, { search: 'sunflower' })).toMatchObject([
    { name: 'Sunflower oil 1 L', ...known },
  ])
  const sold = { name: 's/f oil', hsn: null, gstPct: null, from: 'catalogue' } as const
  expect(withWhatIsKnown(service.deps, sold)).toMatchObject(known)
})

test('what somebody confirmed an item to be counts more than a name, and a name that two have says nothing', async () => {
  await using service = scanService()
  const other = { ...oil, id: 'oil-2', hsn: '1507', aliases: ['Oil'] }
  const books = await addBooks(service, [
    { ...oil, aliases: ['Oil'] },
    { ...other, name: 'Soy' },
  ])
  await addProduct(service, 'Oil')
  expect(items(service, { search: 'oil' })).toMatchObject([{ name: 'Oil', hsn: null }])
  const soy = { ...requireMapped('item:Oil'), books, masterId: 'oil-2', reason: '' }
  await service.database.write((conn) => mapTo(conn, soy, 'ravi', noon))
  expect(items(service, { search: 'oil' })).toMatchObject([{ name: 'Oil', hsn: '1507' }])
})

test('what a bill said stays, and the books say the rest', async () => {
  await using service = scanService()
  await addBill(service)
  await addBooks(service, [{ ...oil, name: 'Soap', hsn: '9999', unit: 'Pcs', gst_rate: 28 }])
  expect(items(service, { search: 'soap' })).toMatchObject([
    { name: 'Soap', hsn: '3401', gstPct: 18, unit: 'Pcs', ratePaise: 3200 },
  ])
})
