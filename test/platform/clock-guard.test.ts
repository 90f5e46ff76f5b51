import { describe, expect, test } from 'bun:test'
import { clockDoubt, confirmClock, tickClock } from '../../src/platform/clock-guard.ts'
import type { Book } from '../../src/platform/db/book.ts'
import { dayMs, noon, temporaryBook } from '../support/temporary-book.ts'

const hourMs = 60 * 60 * 1000
const jump = noon + 61 * dayMs

describe('a clock that is earlier than the newest record', () => {
  test('is doubted when it is more than a minute behind: another process may just have made the record', async () => {
    await using open = temporaryBook()
    expect(clockDoubt(open.book.read, noon - 60_000, noon)).toBeUndefined()
    expect(clockDoubt(open.book.read, noon - 60_001, noon)).toBe(
      'This computer\'s clock says 2026-11-25 11:58, but the newest record is of 2026-11-25 12:00: nothing is deleted until the clock is right. If it is, run "daybook retention run --confirm-clock".',
    )
  })

  test('is believed once an owner says that it is right, until another record lies ahead', async () => {
    await using open = temporaryBook()
    await open.book.write((conn) => confirmClock(conn, noon, noon + dayMs))
    expect(clockDoubt(open.book.read, noon, noon + dayMs)).toBeUndefined()
    expect(clockDoubt(open.book.read, noon, noon + 2 * dayMs)).toBeDefined()
  })
})

describe('a clock that jumped ahead', () => {
  test('by 60 days is believed, by more is not', async () => {
    await using open = temporaryBook()
    await tick(open.book, noon)
    expect(doubt(open.book, noon + 60 * dayMs)).toBeUndefined()
    expect(doubt(open.book, noon + 60 * dayMs + 1)).toMatch(
      /jumped ahead to 2027-01-24 12:00: nothing is deleted for 24 hours of running time.*--confirm-clock/,
    )
  })

  test('by 60 days is believed after it was noted, too', async () => {
    await using open = temporaryBook()
    await tick(open.book, noon)
    await tick(open.book, noon + 60 * dayMs)
    expect(doubt(open.book, noon + 60 * dayMs)).toBeUndefined()
  })

  test('is doubted before and after the jump was noted', async () => {
    await using open = temporaryBook()
    await tick(open.book, noon)
    expect(doubt(open.book, jump)).toBeDefined()
    await tick(open.book, jump)
    expect(doubt(open.book, jump)).toBeDefined()
    expect(doubt(open.book, jump + dayMs)).toBeDefined()
  })

  test('is believed after 24 hours of running time, over several starts', async () => {
    await using open = temporaryBook()
    await tick(open.book, noon)
    await tick(open.book, jump)
    for (let hour = 1; hour < 24; hour++) {
      // Every sixth tick is the first of a new process.
      await tick(open.book, jump + hour * hourMs, hourMs)
      if (hour % 6 === 0) await tick(open.book, jump + hour * hourMs, 0)
      expect(doubt(open.book, jump + hour * hourMs)).toBeDefined()
    }
    await tick(open.book, jump + dayMs, hourMs)
    expect(doubt(open.book, jump + dayMs)).toBeUndefined()
  })

  test('is not believed for time that passed without running', async () => {
    await using open = temporaryBook()
    await tick(open.book, noon)
    await tick(open.book, jump)
    await tick(open.book, jump + 59 * dayMs, 0)
    expect(doubt(open.book, jump + 59 * dayMs)).toBeDefined()
  })

  test('again while it was held begins the 24 hours anew', async () => {
    await using open = temporaryBook()
    await tick(open.book, noon)
    await tick(open.book, jump)
    await tick(open.book, jump + 23 * hourMs, 23 * hourMs)
    const second = jump + 100 * dayMs
    await tick(open.book, second, hourMs)
    expect(doubt(open.book, second)).toBeDefined()
    await tick(open.book, second + dayMs, dayMs)
    expect(doubt(open.book, second + dayMs)).toBeUndefined()
  })

  test('is believed once an owner says that it is right', async () => {
    await using open = temporaryBook()
    await tick(open.book, noon)
    await tick(open.book, jump)
    await open.book.write((conn) => confirmClock(conn, jump, 0))
    expect(doubt(open.book, jump)).toBeUndefined()
    expect(doubt(open.book, jump + 61 * dayMs)).toBeDefined()
  })
})

describe('a clock that goes as it should', () => {
  test('is believed from the first day, and after a holiday of eight weeks', async () => {
    await using open = temporaryBook()
    expect(doubt(open.book, noon)).toBeUndefined()
    await tick(open.book, noon)
    await tick(open.book, noon + hourMs, hourMs)
    expect(doubt(open.book, noon + 56 * dayMs)).toBeUndefined()
  })

  test('is believed when it was set back: nothing is old before its time', async () => {
    await using open = temporaryBook()
    await tick(open.book, noon)
    await tick(open.book, noon - 5 * dayMs)
    expect(doubt(open.book, noon - 5 * dayMs)).toBeUndefined()
  })
})

function tick(book: Book, now: number, ranMs = 0): Promise<void> {
  return book.write((conn) => tickClock(conn, now, ranMs))
}

/** With a newest record that is older than any time here. */
function doubt(book: Book, now: number): string | undefined {
  return clockDoubt(book.read, now, 0)
}
