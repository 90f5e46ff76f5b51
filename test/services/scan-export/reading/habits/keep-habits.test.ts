import { expect, test } from 'bun:test'
import {
  countKnownSellers,
  keepSeller,
  knownSellerById,
  sellersMax,
} from '../../../../../src/services/scan-export/reading/habits/habits.ts'
import { sellerHabits } from '../../../../../src/services/scan-export/reading/habits/tables.ts'
import { scanService, type ScanService } from '../../../../support/scan-service.ts'
import { noon } from '../../../../support/temporary-database.ts'

function keep({ database }: ScanService, seller: string, confirmedAt: number): Promise<string> {
  const habits = { seller, bills: 1, fields: [], columns: [], rates: [] }
  return database.write((conn) => keepSeller(conn, { name: seller, confirmedAt, habits }))
}

test('the one kept last stays when there are too many, also by a clock that was set back', async () => {
  await using service = scanService()
  await service.database.write((conn) => {
    for (let n = 0; n < sellersMax; n++) {
      const habits = { seller: `seller ${n}`, bills: 1, fields: [], columns: [], rates: [] }
      keepSeller(conn, { name: '', confirmedAt: noon + n, habits })
    }
  })
  const { read } = service.database
  const id = await keep(service, 'shree traders', noon - 1)
  expect(knownSellerById(read, id)?.name).toBe('shree traders')
  expect(countKnownSellers(read)).toBe(sellersMax)
})

test('what cannot be read of a seller gives way to what is learnt now, under the same id', async () => {
  await using service = scanService()
  const id = await keep(service, 'shree traders', noon)
  const { read } = service.database
  await service.database.write((conn) => conn.update(sellerHabits).set({ learnt: '{' }).run())
  expect(knownSellerById(read, id)).toBeUndefined()
  expect(await keep(service, 'shree traders', noon + 1)).toBe(id)
  expect(knownSellerById(read, id)?.confirmedAt).toBe(noon + 1)
})
