import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import {
  dailyHourSetting,
  lastOccurrence,
  runIfDue,
  startDailyTimer,
  type DailyJob,
  type DailyOptions,
} from '../../../src/platform/upkeep/daily.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import { AppError } from '../../../src/platform/errors.ts'
import { silentLog, type Log } from '../../../src/platform/log.ts'
import { writeSetting } from '../../../src/platform/settings.ts'
import {
  setClock,
  temporaryDatabase,
  until,
  type TemporaryDatabase,
} from '../../support/temporary-database.ts'

const hourMs = 60 * 60 * 1000

/** 2026-11-25 at this local hour: the daily hour is of the clock on the wall. */
const at = (hour: number, day = 25) => new Date(2026, 10, day, hour).getTime()

const noReservedSpace = { withRoom: <T>(work: () => Promise<T>) => work() }

/** The server is not asked to stop. */
const goesOn = new AbortController().signal

describe('the last time that the clock on the wall showed an hour', () => {
  test('is today’s once it has come, else yesterday’s', () => {
    expect(lastOccurrence(at(12), 3)).toBe(at(3))
    expect(lastOccurrence(at(3), 3)).toBe(at(3))
    expect(lastOccurrence(at(3) - 1, 3)).toBe(at(3, 24))
    expect(lastOccurrence(at(0), 23)).toBe(at(23, 24))
  })

  test('has passed, and is at most a day and a change of the clocks ago', () => {
    const time = fc.date({ min: new Date(2026, 0), max: new Date(2030, 0), noInvalidDate: true })
    fc.assert(
      fc.property(time, fc.integer({ min: 0, max: 23 }), (now, hour) => {
        const last = lastOccurrence(now.getTime(), hour)
        expect(last).toBeLessThanOrEqual(now.getTime())
        expect(now.getTime() - last).toBeLessThan(26 * hourMs)
      }),
    )
  })
})

describe('a daily job', () => {
  test('runs once at its hour and not again before the next day', async () => {
    await using open = temporaryDatabase()
    const daily = dailyOf(open, at(12))
    await daily.look()
    expect(daily.runs).toEqual([at(12)])
    for (const time of [at(12) + 1, at(23), at(2, 26)]) {
      daily.clock.at(time)
      await daily.look()
    }
    expect(daily.runs).toHaveLength(1)
    daily.clock.at(at(3, 26))
    await daily.look()
    expect(daily.runs).toEqual([at(12), at(3, 26)])
  })

  test('that was missed runs once, however many days it were', async () => {
    await using open = temporaryDatabase()
    const daily = dailyOf(open, at(3, 1))
    await daily.look()
    daily.clock.at(at(17, 25))
    await daily.look()
    await daily.look()
    expect(daily.runs).toEqual([at(3, 1), at(17, 25)])
  })

  test('runs at the hour that the owner chose', async () => {
    await using open = temporaryDatabase()
    await open.database.write((conn) => writeSetting(conn, dailyHourSetting, 22))
    const daily = dailyOf(open, at(12))
    await daily.look()
    daily.clock.at(at(22) - 1)
    await daily.look()
    expect(daily.runs).toHaveLength(1)
    daily.clock.at(at(22))
    await daily.look()
    expect(daily.runs).toHaveLength(2)
  })

  test('is noted in the book, so that another start of the server does not repeat it', async () => {
    await using open = temporaryDatabase()
    await dailyOf(open, at(12)).look()
    const restarted = dailyOf(open, at(13))
    await restarted.look()
    expect(restarted.runs).toEqual([])
  })

  test('that a stopping server interrupted goes on at the next start', async () => {
    await using open = temporaryDatabase()
    const stopping = new AbortController()
    const daily = dailyOf(open, at(12), async () => stopping.abort())
    await runIfDue(daily.options, daily.job, stopping.signal)
    const restarted = dailyOf(open, at(12, 25) + 60_000)
    await restarted.look()
    await restarted.look()
    expect(restarted.runs).toEqual([at(12, 25) + 60_000])
  })

  test('that a kill interrupted goes on at the next start', async () => {
    await using open = temporaryDatabase()
    const killed = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const daily = dailyOf(open, at(12), () => {
      started.resolve()
      return killed.promise
    })
    const running = daily.look()
    await started.promise
    const restarted = dailyOf(open, at(13))
    await restarted.look()
    expect(restarted.runs).toEqual([at(13)])
    killed.resolve()
    await running
  })

  test('that fails is tried again the next day, not every minute', async () => {
    await using open = temporaryDatabase()
    const daily = dailyOf(open, at(12), () => Promise.reject(new Error('broken')))
    await daily.look()
    daily.clock.pass(60_000)
    await daily.look()
    expect(daily.runs).toHaveLength(1)
    daily.clock.at(at(3, 26))
    await daily.look()
    expect(daily.runs).toHaveLength(2)
  })

  test('that a wrong clock noted in the future does not wait until then', async () => {
    await using open = temporaryDatabase()
    const daily = dailyOf(open, new Date(2036, 0).getTime())
    await daily.look()
    daily.clock.at(at(12))
    await daily.look()
    daily.clock.at(at(13))
    await daily.look()
    expect(daily.runs.slice(1)).toEqual([at(12)])
  })

  test('gets the reserved room when its run cannot be noted on a full disk', async () => {
    await using open = temporaryDatabase()
    const daily = dailyOf(open, at(12))
    let asked = 0
    const reservedSpace: DailyOptions['reservedSpace'] = {
      async withRoom(work) {
        asked++
        return await work()
      },
    }
    await runIfDue({ ...daily.options, reservedSpace }, daily.job, goesOn)
    // Once for its beginning, once for its end; not again while it is not due.
    expect(asked).toBe(2)
    await runIfDue({ ...daily.options, reservedSpace }, daily.job, goesOn)
    expect(asked).toBe(2)
  })
})

describe('the timer', () => {
  test('runs every job that is due, in order, and a failure does not stop the next', async () => {
    await using open = temporaryDatabase()
    const ran: string[] = []
    const logged: string[] = []
    const log: Log = {
      ...silentLog,
      warn: (message) => void logged.push(`warn ${message}`),
      error: (message) => void logged.push(`error ${message}`),
    }
    const job = (name: string, failure?: Error): DailyJob => ({
      name,
      run() {
        ran.push(name)
        return failure === undefined ? Promise.resolve() : Promise.reject(failure)
      },
    })
    const jobs = [
      job('first', new Error('broken')),
      job('second', new AppError('conflict', 'The clock is wrong.')),
      job('third'),
    ]
    const clock = setClock(at(12))
    const timer = startDailyTimer({ ...partsOf(open.database), clock, log, jobs, settlingMs: 0 })
    await until(() => ran.includes('third'))
    await timer.stop()
    expect(ran).toEqual(['first', 'second', 'third'])
    expect(logged).toEqual(['error first failed.', 'warn second: The clock is wrong.'])
  })

  test('notes the time at the start, and leaves a missed night until the shop has settled', async () => {
    await using open = temporaryDatabase()
    const ran: string[] = []
    const job: DailyJob = { name: 'job', run: () => Promise.resolve(void ran.push('job')) }
    const before = open.database.changeToken()
    const clock = setClock(at(12))
    const timer = startDailyTimer({
      ...partsOf(open.database),
      clock,
      log: silentLog,
      jobs: [job],
      settlingMs: hourMs,
    })
    await until(() => open.database.changeToken() !== before)
    await timer.stop()
    expect(ran).toEqual([])
  })

  test('waits, when it is stopped, for the job that is under way', async () => {
    await using open = temporaryDatabase()
    const { promise, resolve } = Promise.withResolvers<void>()
    let finished = false
    let started = false
    const job: DailyJob = {
      name: 'long',
      async run() {
        started = true
        await promise
        finished = true
      },
    }
    const clock = setClock(at(12))
    const options = { ...partsOf(open.database), clock, log: silentLog, jobs: [job], settlingMs: 0 }
    const timer = startDailyTimer(options)
    await until(() => started)
    const stopped = timer.stop().then(() => expect(finished).toBe(true))
    resolve()
    await stopped
  })

  test('survives a book that cannot be read, and says so', async () => {
    await using open = temporaryDatabase()
    const errors: string[] = []
    const log = { ...silentLog, error: (message: string) => void errors.push(message) }
    const unreadable = {
      ...open.database,
      get read(): never {
        throw new Error('The disk is gone.')
      },
    }
    const job: DailyJob = { name: 'retention', run: () => Promise.resolve() }
    const clock = setClock(at(12))
    const options = { ...partsOf(unreadable), clock, log, jobs: [job], settlingMs: 0 }
    const timer = startDailyTimer(options)
    await until(() => errors.length > 0)
    await timer.stop()
    expect(errors).toEqual(['retention failed.'])
  })
})

function partsOf(database: Database) {
  return { database, reservedSpace: noReservedSpace, retention: { database, sweeps: [] } }
}

/** A job that notes when it ran, and the look that the timer takes at it every minute. */
function dailyOf({ database }: TemporaryDatabase, now: number, work = () => Promise.resolve()) {
  const runs: number[] = []
  const clock = setClock(now)
  const job: DailyJob = {
    name: 'job',
    run(time) {
      runs.push(time)
      return work()
    },
  }
  const options = { ...partsOf(database), clock, log: silentLog, jobs: [job] }
  return { runs, clock, job, options, look: () => runIfDue(options, job, goesOn) }
}
