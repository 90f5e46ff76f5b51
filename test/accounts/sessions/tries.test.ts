import { beforeEach, describe, expect, test } from 'bun:test'
import { countedTries, type Tries } from '../../../src/accounts/sessions/guessing.ts'
import { AppError } from '../../../src/platform/errors.ts'
import { noon } from '../../support/temporary-database.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs

let door: Tries

beforeEach(() => {
  door = countedTries()
})

/** Seconds that a try has to wait; 0 when it may begin. */
function waitOf(account: string, address: string, now: number, isRight = false): number {
  try {
    const attempt = door.begin({ account, address }, now)
    if (isRight) attempt.wasRight()
    return 0
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') {
      return Number(error.details['retryAfterSeconds'])
    }
    throw error
  }
}

function fail(times: number, account: string, address: string, now: number): void {
  for (let n = 0; n < times; n++) expect(waitOf(account, address, now)).toBe(0)
}

describe('wrong tries', () => {
  test('of an account are free five times, then each one doubles the wait, up to a minute', () => {
    let now = noon
    fail(5, 'ravi', 'a', now)
    const waits: number[] = []
    for (let n = 0; n < 9; n++) {
      const wait = waitOf('ravi', `address ${n}`, now)
      waits.push(wait)
      now += wait * secondMs
      expect(waitOf('ravi', `address ${n}`, now)).toBe(0)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
  })

  test('of an address are free twenty times, then it waits up to a quarter of an hour', () => {
    let now = noon
    for (let n = 0; n < 20; n++) fail(1, `account ${n}`, 'a', now)
    let longest = 0
    for (let n = 0; n < 15; n++) {
      const wait = waitOf(`other ${n}`, 'a', now)
      longest = Math.max(longest, wait)
      now += wait * secondMs
      expect(waitOf(`other ${n}`, 'a', now)).toBe(0)
    }
    expect(longest).toBe(15 * 60)
    expect(waitOf('ravi', 'b', now)).toBe(0)
  })

  test('that come while one has to wait do not lengthen the wait', () => {
    fail(5, 'ravi', 'a', noon)
    for (let n = 0; n < 100; n++) expect(waitOf('ravi', 'b', noon)).toBe(1)
    expect(waitOf('ravi', 'b', noon + secondMs)).toBe(0)
  })

  test('are forgotten half an hour after the last one', () => {
    fail(5, 'ravi', 'a', noon)
    fail(5, 'ravi', 'a', noon + 30 * minuteMs)
  })

  test('stay when the user comes in, so that whoever tries does not learn of it', () => {
    for (let n = 0; n < 19; n++) fail(1, `account ${n}`, 'a', noon)
    fail(5, 'ravi', 'b', noon)
    expect(waitOf('ravi', 'c', noon + secondMs, true)).toBe(0)
    expect(waitOf('ravi', 'd', noon + secondMs)).toBe(1)
    for (let n = 0; n < 9; n++) expect(waitOf('meena', 'a', noon, true)).toBe(0)
    expect(waitOf('x', 'a', noon)).toBe(0)
    expect(waitOf('meena', 'a', noon, true)).toBe(1)
  })

  test('of a device that is known count for it alone, and a right one ends its wait', () => {
    const device = { device: 'till' }
    for (let n = 0; n < 4; n++) door.begin(device, noon)
    door.begin(device, noon).wasRight()
    for (let n = 0; n < 5; n++) door.begin(device, noon)
    expect(() => door.begin(device, noon)).toThrow('Try again in 1 second.')
    fail(5, 'ravi', 'a', noon)
    door.begin({ device: 'laptop' }, noon)
  })

  test('do not keep anybody out for long after the clock was set back', () => {
    fail(5, 'ravi', 'a', noon + 24 * 60 * minuteMs)
    expect(waitOf('ravi', 'a', noon)).toBe(0)
  })
})
