import { describe, expect, test } from 'bun:test'
import {
  confirmClock,
  doubtSentence,
  judgeClock,
  noteTime,
  tickClock,
  type ClockDoubt,
} from '../../src/platform/clock-guard.ts'
import type { Book } from '../../src/platform/db/book.ts'
import { writeSetting } from '../../src/platform/settings.ts'
import { dayMs, noon, temporaryBook } from '../support/temporary-book.ts'
import { Type } from '@sinclair/typebox'

const hourMs = 60 * 60 * 1000
const jump = noon + 31 * dayMs

describe('a clock that is earlier than what was seen', () => {
  test('is doubted when it is more than a minute behind the newest record', async () => {
    await using open = temporaryBook()
    expect(doubt(open.book, noon - 60_000, noon)).toBeUndefined()
    expect(doubt(open.book, noon - 60_001, noon)).toEqual({ kind: 'behind', lastSeen: noon })
  })

  test.each([-6 * 365 * dayMs, -dayMs, -61_000])(
    'by %i ms is doubted until it has caught up',
    async (ms) => {
      await using open = temporaryBook()
      await tick(open.book, noon)
      await tick(open.book, noon + ms)
      for (const ranMs of [hourMs, 23 * hourMs, 24 * hourMs]) {
        await tick(open.book, noon + ms, ranMs)
        expect(doubt(open.book, noon + ms)).toEqual({ kind: 'behind', lastSeen: noon })
      }
      await tick(open.book, noon)
      expect(doubt(open.book, noon)).toBeUndefined()
    },
  )

  test('is believed once an owner says that it is right, until another record lies ahead', async () => {
    await using open = temporaryBook()
    await tick(open.book, noon + dayMs)
    await open.book.write((conn) => confirmClock(conn, noon, noon + dayMs))
    expect(doubt(open.book, noon, noon + dayMs)).toBeUndefined()
    expect(doubt(open.book, noon, noon + 2 * dayMs)).toBeDefined()
  })
})

describe('a clock that jumped ahead', () => {
  test('by two days is believed, by more is not, before and after it was noted', async () => {
    await using open = temporaryBook()
    await tick(open.book, noon)
    expect(doubt(open.book, noon + 2 * dayMs)).toBeUndefined()
    const ahead: ClockDoubt = { kind: 'ahead', lastSeen: noon }
    expect(doubt(open.book, noon + 2 * dayMs + 1)).toEqual(ahead)
    await tick(open.book, noon + 2 * dayMs + 1)
    expect(doubt(open.book, noon + 2 * dayMs + 1)).toEqual(ahead)
    expect(doubt(open.book, noon + 3 * dayMs)).toEqual(ahead)
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
    await tick(open.book, jump + 2 * dayMs, 0)
    await tick(open.book, jump + 4 * dayMs, 0)
    expect(doubt(open.book, jump + 4 * dayMs)).toEqual({ kind: 'ahead', lastSeen: noon })
  })

  test('again while it was held begins the 24 hours anew, and is told from where it was right', async () => {
    await using open = temporaryBook()
    await tick(open.book, noon)
    await tick(open.book, jump)
    await tick(open.book, jump + 23 * hourMs, 23 * hourMs)
    const second = jump + 100 * dayMs
    await tick(open.book, second, hourMs)
    expect(doubt(open.book, second)).toEqual({ kind: 'ahead', lastSeen: noon })
    await tick(open.book, second + 23 * hourMs, 23 * hourMs)
    expect(doubt(open.book, second + 23 * hourMs)).toBeDefined()
    await tick(open.book, second + dayMs, hourMs)
    expect(doubt(open.book, second + dayMs)).toBeUndefined()
  })

  test('and was put right is not believed when it jumps again, however long it ran meanwhile', async () => {
    await using open = temporaryBook()
    await tick(open.book, noon)
    await tick(open.book, jump)
    await tick(open.book, noon + hourMs, 30 * hourMs)
    expect(doubt(open.book, noon + hourMs)).toEqual({ kind: 'behind', lastSeen: jump })
    await tick(open.book, jump + hourMs, 0)
    expect(doubt(open.book, jump + hourMs)).toEqual({ kind: 'ahead', lastSeen: noon })
  })

  test('is believed once an owner says that it is right', async () => {
    await using open = temporaryBook()
    await tick(open.book, noon)
    await tick(open.book, jump)
    await open.book.write((conn) => confirmClock(conn, jump, 0))
    expect(doubt(open.book, jump)).toBeUndefined()
    expect(doubt(open.book, jump + 31 * dayMs)).toEqual({ kind: 'ahead', lastSeen: jump })
  })

  test('is doubted in data that hold a record and no time, as an older Daybook may have left them', async () => {
    await using open = temporaryBook()
    expect(doubt(open.book, noon + dayMs, noon)).toBeUndefined()
    const ahead: ClockDoubt = { kind: 'ahead', lastSeen: noon }
    expect(doubt(open.book, jump, noon)).toEqual(ahead)
    await tick(open.book, jump, 0, noon)
    expect(doubt(open.book, jump, noon)).toEqual(ahead)
  })

  test('is doubted likewise when a record is the first to note a time', async () => {
    await using open = temporaryBook()
    await open.book.write((conn) => noteTime(conn, jump, () => noon))
    expect(doubt(open.book, jump, jump)).toEqual({ kind: 'ahead', lastSeen: noon })
  })

  test('is compared with the time that a Daybook before this one noted', async () => {
    await using open = temporaryBook()
    const schema = Type.Object({})
    const before = { tick: noon, heldMs: null, forgivenRecord: 0 }
    await open.book.write((conn) =>
      writeSetting(conn, { name: 'clock', schema, default: {} }, before),
    )
    expect(doubt(open.book, jump)).toEqual({ kind: 'ahead', lastSeen: noon })
  })
})

test('a clock that goes as it should is believed from the first day, also over a weekend', async () => {
  await using open = temporaryBook()
  expect(doubt(open.book, noon)).toBeUndefined()
  await tick(open.book, noon)
  await tick(open.book, noon + hourMs, hourMs)
  expect(doubt(open.book, noon + 2 * dayMs)).toBeUndefined()
})

test('a record notes its time once an hour, and doubts a jump as a tick does', async () => {
  await using open = temporaryBook()
  const note = (now: number) => open.book.write((conn) => noteTime(conn, now, () => 0))
  await note(noon)
  await note(noon + hourMs - 1)
  expect(doubt(open.book, noon - 60_000)).toBeUndefined()
  await note(noon + hourMs)
  expect(doubt(open.book, noon - 60_000)).toEqual({ kind: 'behind', lastSeen: noon + hourMs })
  await note(jump)
  expect(doubt(open.book, jump)).toEqual({ kind: 'ahead', lastSeen: noon + hourMs })
})

test('the sentence for a terminal has both times and says what to do', () => {
  expect(doubtSentence({ kind: 'ahead', lastSeen: noon }, jump)).toBe(
    'This computer\'s clock says 2026-12-26 12:00 UTC, and Daybook last saw 2026-11-25 12:00 UTC: nothing is deleted until the server has run for 24 hours. If the clock is right, run "daybook retention run --confirm-clock".',
  )
  expect(doubtSentence({ kind: 'behind', lastSeen: jump }, noon)).toBe(
    'This computer\'s clock says 2026-11-25 12:00 UTC, and Daybook last saw 2026-12-26 12:00 UTC, which is later: nothing is deleted until the clock is right. If it is, run "daybook retention run --confirm-clock".',
  )
})

function tick(book: Book, now: number, ranMs = 0, newestRecord = 0): Promise<void> {
  return book.write((conn) => tickClock(conn, now, ranMs, () => newestRecord))
}

function doubt(book: Book, now: number, newestRecord = 0): ClockDoubt | undefined {
  return judgeClock(book.read, now, newestRecord)
}
