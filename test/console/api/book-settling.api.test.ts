import { describe, expect, test } from 'bun:test'
import { openDecisions } from '../../../src/books/mapping/decisions.ts'
import { openBooksShop } from './books-shop.ts'
import { newMember, type Browser } from './browser.ts'
import { untilEnd } from '../../support/until-end.ts'

const books = untilEnd(await openBooksShop())

function settle(browser: Browser, field: string, as: string) {
  const cause = { kind: 'scan', code: 'date_out_of_period', field, books: books.number() }
  return browser.post('/books/causes/settle', { ...cause, as })
}

describe('all that wait for one cause', () => {
  test.each([
    ['by_hand', 'by_hand'],
    ['dropped', 'drop'],
  ])('are settled at once as %s, and the bridge is told', async (as, decision) => {
    const field = `date ${as}`
    const ids = await books.parked({ code: 'date_out_of_period', field }, 2)
    expect((await settle(books.owner, field, as)).json).toEqual({ settled: 2 })
    expect(await books.causeOf(field)).toBeUndefined()
    const { items } = openDecisions(books.shop.database.read, books.keyId, undefined)
    const told = items.filter(({ kind }) => kind === decision).map(({ subject }) => subject)
    expect(told).toContainAllValues(ids.map((id) => `scan:${id}`))
  })

  test('are settled by a clerk as far as they are its own', async () => {
    const field = 'not mine'
    await books.parked({ code: 'date_out_of_period', field })
    const { browser } = await newMember(books.shop)
    expect((await settle(browser, field, 'dropped')).json).toEqual({ settled: 0 })
    expect(await books.causeOf(field)).toMatchObject({ count: 1 })
  })
})
