import { expect, test } from 'bun:test'
import { storeOf } from '../../../../src/app.ts'
import { listOffers } from '../../../../src/services/storefront/catalogue/list-offers.ts'
import { addOffer } from '../../../support/catalogue.ts'
import { noon, setClock, temporaryBook } from '../../../support/temporary-book.ts'

test('an offer is shown from its first millisecond to its last', async () => {
  await using temporary = temporaryBook()
  const { book, dir } = temporary
  const clock = setClock()
  const parts = { book, clock, store: storeOf(dir) }
  await addOffer(book, { title: 'Diwali', startsAt: noon, endsAt: noon + 1000 })
  const shownAt = (time: number) => {
    clock.at(time)
    return listOffers(parts, '').length === 1
  }
  expect([noon - 1, noon, noon + 1000, noon + 1001].map(shownAt)).toEqual([
    false,
    true,
    true,
    false,
  ])
})
