import { beforeEach, describe, expect, test } from 'bun:test'
import { enter } from '../../src/bridge/enter.ts'
import { bill, eachDesk, type TallyDesk, workOf } from '../support/bridge-desk.ts'

const minute = 60_000
const hour = 60 * minute

let desk: TallyDesk

eachDesk((opened) => (desk = opened))

describe('what became of a bill that Daybook delivers no more', () => {
  const gone = workOf(bill, { isWanted: false, voucher: undefined })

  beforeEach(async () => {
    desk.tally.next('cutBeforeCommit')
    await enter(desk, workOf(bill))
  })

  test('is left to a person, and looked for more and more rarely', async () => {
    const looks = countLooks()
    const times = [0, 5 * minute, 11 * minute, 20 * minute, 23 * minute, 30 * minute, 47 * minute]
    const seen = []
    for (const time of times) {
      at(time)
      expect(await enter(desk, gone)).toMatchObject({
        step: 'parked',
        trouble: { code: 'outcome_unknown' },
      })
      seen.push(looks.count)
    }
    expect(seen).toEqual([1, 1, 2, 2, 3, 3, 4])
    expect(desk.tally.vouchers()).toEqual([])
  })

  test('is no longer asked when it comes again: it is entered, once', async () => {
    await enter(desk, gone)
    at(hour)
    expect(await enter(desk, workOf(bill))).toMatchObject({ step: 'verified' })
    expect(desk.tally.vouchers()).toHaveLength(1)
  })
})

test('what the books refused while the clock was years ahead is sent again when it is right', async () => {
  const { books } = desk
  const refused = { outcome: 'refused', code: 'refused', message: 'no', raw: '' } as const
  desk.books = { ...books, write: () => Promise.resolve(refused) }
  await enter(desk, workOf(bill))
  desk.books = books
  expect(await enter(desk, workOf(bill))).toMatchObject({ step: 'rejected' })
  at(-4 * 365 * 24 * hour)
  expect(await enter(desk, workOf(bill))).toMatchObject({ step: 'verified' })
})

/** Later than it was when the test began, in milliseconds. */
function at(later: number): void {
  desk.clock.now = () => start + later
}

const start = Date.parse('2026-08-10T10:00:00Z')

function countLooks(): { count: number } {
  const looks = { count: 0 }
  const { books } = desk
  desk.books = {
    ...books,
    withKey(key, date, width) {
      if (width === 'wide') looks.count += 1
      return books.withKey(key, date, width)
    },
  }
  return looks
}
