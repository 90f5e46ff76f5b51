import { expect, test } from 'bun:test'
import { storeOf } from '../../../../src/app.ts'
import { listOffers } from '../../../../src/services/storefront/catalogue/read-catalogue.ts'
import { addOffer } from '../../../support/catalogue.ts'
import { noon, setClock, temporaryDatabase } from '../../../support/temporary-database.ts'

test('an offer that is active is shown from its first millisecond to its last', async () => {
  await using temporary = temporaryDatabase()
  const { database, dir } = temporary
  const clock = setClock()
  const deps = { database, clock, store: storeOf(dir) }
  const times = { startsAt: noon, endsAt: noon + 1000 }
  await addOffer(database, { title: 'Diwali', ...times })
  await addOffer(database, { title: 'Off', ...times, isActive: false })
  const shownAt = (time: number) => {
    clock.at(time)
    return listOffers(deps, '').length === 1
  }
  expect([noon - 1, noon, noon + 1000, noon + 1001].map(shownAt)).toEqual([
    false,
    true,
    true,
    false,
  ])
})
