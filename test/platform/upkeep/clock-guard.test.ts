import { describe, expect, test } from 'bun:test'
import {
  confirmClock,
  doubtSentence,
  judgeClock,
  noteTime,
  tickClock,
  type ClockDoubt,
} from '../../../src/platform/upkeep/clock-guard.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import { writeSetting } from '../../../src/platform/settings.ts'
import { dayMs, noon, temporaryDatabase } from '../../support/temporary-database.ts'
import { Type } from '@sinclair/typebox'

const hourMs = 60 * 60 * 1000
const jump = noon + 31 * dayMs

describe('a clock that is earlier than what was seen', () => {
  test('is doubted when it is more than a minute behind the newest record', async () => {
    await using open = temporaryDatabase()
    expect(doubt(open.database, noon - 60_000, noon)).toBeUndefined()
    expect(doubt(open.database, noon - 60_001, noon)).toEqual({ kind: 'behind', lastSeen: noon })
  })

  test.each([-6 * 365 * dayMs, -dayMs, -61_000])(
    'by %i ms is doubted until it has caught up',
    async (ms) => {
      await using open = temporaryDatabase()
      await tick(open.database, noon)
      await tick(open.database, noon + ms)
      for (const ranMs of [hourMs, 23 * hourMs, 24 * hourMs]) {
        await tick(open.database, noon + ms, ranMs)
        expect(doubt(open.database, noon + ms)).toEqual({ kind: 'behind', lastSeen: noon })
      }
      await tick(open.database, noon)
      expect(doubt(open.database, noon)).toBeUndefined()
    },
  )

  test('is believed once an owner says that it is right, until another record lies ahead', async () => {
    await using open = temporaryDatabase()
    await tick(open.database, noon + dayMs)
    await open.database.write((conn) => confirmClock(conn, noon, noon + dayMs))
    expect(doubt(open.database, noon, noon + dayMs)).toBeUndefined()
    expect(doubt(open.database, noon, noon + 2 * dayMs)).toBeDefined()
  })
})

describe('a clock that jumped ahead', () => {
  test('by two days is believed, by more is not, before and after it was noted', async () => {
    await using open = temporaryDatabase()
    await tick(open.database, noon)
    expect(doubt(open.database, noon + 2 * dayMs)).toBeUndefined()
    const ahead: ClockDoubt = { kind: 'ahead', lastSeen: noon }
    expect(doubt(open.database, noon + 2 * dayMs + 1)).toEqual(ahead)
    await tick(open.database, noon + 2 * dayMs + 1)
    expect(doubt(open.database, noon + 2 * dayMs + 1)).toEqual(ahead)
    expect(doubt(open.database, noon + 3 * dayMs)).toEqual(ahead)
  })

  test('is believed after 24 hours of running time, over several starts', async () => {
    await using open = temporaryDatabase()
    await tick(open.database, noon)
    await tick(open.database, jump)
    for (let hour = 1; hour < 24; hour++) {
      // Every sixth tick is the first of a new process.
      await tick(open.database, jump + hour * hourMs, hourMs)
      if (hour % 6 === 0) await tick(open.database, jump + hour * hourMs, 0)
      expect(doubt(open.database, jump + hour * hourMs)).toBeDefined()
    }
    await tick(open.database, jump + dayMs, hourMs)
    expect(doubt(open.database, jump + dayMs)).toBeUndefined()
  })

  test('is not believed for time that passed without running', async () => {
    await using open = temporaryDatabase()
    await tick(open.database, noon)
    await tick(open.database, jump)
    await tick(open.database, jump + 2 * dayMs, 0)
    await tick(open.database, jump + 4 * dayMs, 0)
    expect(doubt(open.database, jump + 4 * dayMs)).toEqual({ kind: 'ahead', lastSeen: noon })
  })

  test('again while it was held begins the 24 hours anew, and is told from where it was right', async () => {
    await using open = temporaryDatabase()
    await tick(open.database, noon)
    await tick(open.database, jump)
    await tick(open.database, jump + 23 * hourMs, 23 * hourMs)
    const second = jump + 100 * dayMs
    await tick(open.database, second, hourMs)
    expect(doubt(open.database, second)).toEqual({ kind: 'ahead', lastSeen: noon })
    await tick(open.database, second + 23 * hourMs, 23 * hourMs)
    expect(doubt(open.database, second + 23 * hourMs)).toBeDefined()
    await tick(open.database, second + dayMs, hourMs)
    expect(doubt(open.database, second + dayMs)).toBeUndefined()
  })

  test('and was put right is not believed when it jumps again, however long it ran meanwhile', async () => {
    await using open = temporaryDatabase()
    await tick(open.database, noon)
    await tick(open.database, jump)
    await tick(open.database, noon + hourMs, 30 * hourMs)
    expect(doubt(open.database, noon + hourMs)).toEqual({ kind: 'behind', lastSeen: jump })
    await tick(open.database, jump + hourMs, 0)
    expect(doubt(open.database, jump + hourMs)).toEqual({ kind: 'ahead', lastSeen: noon })
  })

  test('is believed once an owner says that it is right', async () => {
    await using open = temporaryDatabase()
    await tick(open.database, noon)
    await tick(open.database, jump)
    await open.database.write((conn) => confirmClock(conn, jump, 0))
    expect(doubt(open.database, jump)).toBeUndefined()
    expect(doubt(open.database, jump + 31 * dayMs)).toEqual({ kind: 'ahead', lastSeen: jump })
  })

  test('is doubted in data that hold a record and no time, as an older Daybook may have left them', async () => {
    await using open = temporaryDatabase()
    expect(doubt(open.database, noon + dayMs, noon)).toBeUndefined()
    const ahead: ClockDoubt = { kind: 'ahead', lastSeen: noon }
    expect(doubt(open.database, jump, noon)).toEqual(ahead)
    await tick(open.database, jump, 0, noon)
    expect(doubt(open.database, jump, noon)).toEqual(ahead)
  })

  test('is doubted likewise when a record is the first to note a time', async () => {
    await using open = temporaryDatabase()
    await open.database.write((conn) => noteTime(conn, jump, () => noon))
    expect(doubt(open.database, jump, jump)).toEqual({ kind: 'ahead', lastSeen: noon })
  })

  test('is compared with the time that a Daybook before this one noted', async () => {
    await using open = temporaryDatabase()
    const schema = Type.Object({})
    const before = { tick: noon, heldMs: null, forgivenRecord: 0 }
    await open.database.write((conn) =>
      writeSetting(conn, { name: 'clock', schema, default: {} }, before),
    )
    expect(doubt(open.database, jump)).toEqual({ kind: 'ahead', lastSeen: noon })
  })
})

test('a clock that goes as it should is believed from the first day, also over a weekend', async () => {
  await using open = temporaryDatabase()
  expect(doubt(open.database, noon)).toBeUndefined()
  await tick(open.database, noon)
  await tick(open.database, noon + hourMs, hourMs)
  expect(doubt(open.database, noon + 2 * dayMs)).toBeUndefined()
})

test('a record notes its time once an hour, and doubts a jump as a tick does', async () => {
  await using open = temporaryDatabase()
  const note = (now: number) => open.database.write((conn) => noteTime(conn, now, () => 0))
  await note(noon)
  await note(noon + hourMs - 1)
  expect(doubt(open.database, noon - 60_000)).toBeUndefined()
  await note(noon + hourMs)
  expect(doubt(open.database, noon - 60_000)).toEqual({ kind: 'behind', lastSeen: noon + hourMs })
  await note(jump)
  expect(doubt(open.database, jump)).toEqual({ kind: 'ahead', lastSeen: noon + hourMs })
})

test('the sentence for a terminal has both times and says what to do', () => {
  expect(doubtSentence({ kind: 'ahead', lastSeen: noon }, jump)).toBe(
    'This computer\'s clock says 2026-12-26 12:00 UTC, and Daybook last saw 2026-11-25 12:00 UTC: nothing is deleted until the server has run for 24 hours. If the clock is right, run "daybook retention run --confirm-clock".',
  )
  expect(doubtSentence({ kind: 'behind', lastSeen: jump }, noon)).toBe(
    'This computer\'s clock says 2026-11-25 12:00 UTC, and Daybook last saw 2026-12-26 12:00 UTC, which is later: nothing is deleted until the clock is right. If it is, run "daybook retention run --confirm-clock".',
  )
})

function tick(database: Database, now: number, ranMs = 0, newestRecord = 0): Promise<void> {
  return database.write((conn) => tickClock(conn, now, ranMs, () => newestRecord))
}

function doubt(database: Database, now: number, newestRecord = 0): ClockDoubt | undefined {
  return judgeClock(database.read, now, newestRecord)
}
