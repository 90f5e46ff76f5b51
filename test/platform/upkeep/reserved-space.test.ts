import { describe, expect, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import { AppError } from '../../../src/platform/errors.ts'
import { reservedSpaceIn } from '../../../src/platform/upkeep/reserved-space.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { codeOf, temporaryDir } from '../../support/temporary-database.ts'

const mib = 1024 * 1024
const small = { bytes: mib + 5, freeBytesMin: 0 }

const full = () => new AppError('out_of_space', 'The disk is full.')
const busy = () => Promise.reject(new AppError('unavailable', 'Busy.'))

describe('keeping room back', () => {
  test('takes real room: as many bytes as told, none of them a hole', async () => {
    using temporary = temporaryDir()
    const file = temporary.dir.reservedSpace
    await reservedSpaceIn(file, silentLog, small).keep()
    const { size, blocks } = statSync(file)
    expect(size).toBe(small.bytes)
    if (process.platform !== 'win32') expect(blocks * 512).toBeGreaterThanOrEqual(small.bytes)
  })

  test('is 32 MiB where a GiB is free, and is not written twice', async () => {
    using temporary = temporaryDir()
    const file = temporary.dir.reservedSpace
    const reservedSpace = reservedSpaceIn(file, silentLog, { bytes: 32 * mib, freeBytesMin: 0 })
    await reservedSpace.keep()
    const { mtimeMs } = statSync(file)
    await reservedSpace.keep()
    expect(statSync(file).mtimeMs).toBe(mtimeMs)
    expect(statSync(file).size).toBe(32 * mib)
  })

  test('lets others come in between', async () => {
    using temporary = temporaryDir()
    const file = temporary.dir.reservedSpace
    const seen = new Set<number>()
    const kept = reservedSpaceIn(file, silentLog, { bytes: 4 * mib, freeBytesMin: 0 }).keep()
    let again = setImmediate(function look() {
      seen.add(statSync(file, { throwIfNoEntry: false })?.size ?? 0)
      again = setImmediate(look)
    })
    await kept
    clearImmediate(again)
    expect([1, 2, 3, 4].filter((mibs) => !seen.has(mibs * mib))).toEqual([])
  })

  test('is left alone on a disk with little room', async () => {
    using temporary = temporaryDir()
    const sizes = { ...small, freeBytesMin: Number.MAX_SAFE_INTEGER }
    await reservedSpaceIn(temporary.dir.reservedSpace, silentLog, sizes).keep()
    expect(existsSync(temporary.dir.reservedSpace)).toBe(false)
  })

  test('is done again when the last try was cut short', async () => {
    using temporary = temporaryDir()
    await Bun.write(temporary.dir.reservedSpace, 'cut short')
    await reservedSpaceIn(temporary.dir.reservedSpace, silentLog, small).keep()
    expect(statSync(temporary.dir.reservedSpace).size).toBe(small.bytes)
  })
})

describe('work that needs room', () => {
  test('leaves the reserved space where it is while there is room', async () => {
    using temporary = temporaryDir()
    const reservedSpace = reservedSpaceIn(temporary.dir.reservedSpace, silentLog, small)
    await reservedSpace.keep()
    expect(await reservedSpace.withRoom(() => Promise.resolve('done'))).toBe('done')
    expect(existsSync(temporary.dir.reservedSpace)).toBe(true)
  })

  test('gets the reserved room when there is none, runs once more, and the log says so', async () => {
    using temporary = temporaryDir()
    const warnings: string[] = []
    const log = { ...silentLog, warn: (message: string) => void warnings.push(message) }
    const reservedSpace = reservedSpaceIn(temporary.dir.reservedSpace, log, small)
    await reservedSpace.keep()
    const work = () =>
      existsSync(temporary.dir.reservedSpace) ? Promise.reject(full()) : Promise.resolve('done')
    expect(await reservedSpace.withRoom(work)).toBe('done')
    expect(warnings).toHaveLength(1)
  })

  test('is refused when the room is not enough, or was given already', async () => {
    using temporary = temporaryDir()
    const reservedSpace = reservedSpaceIn(temporary.dir.reservedSpace, silentLog, small)
    await reservedSpace.keep()
    let tries = 0
    const work = () => {
      tries++
      return Promise.reject(full())
    }
    expect(await codeOf(reservedSpace.withRoom(work))).toBe('out_of_space')
    expect(tries).toBe(2)
    expect(await codeOf(reservedSpace.withRoom(work))).toBe('out_of_space')
    expect(tries).toBe(3)
  })

  test('keeps the reserved space when it fails for another reason', async () => {
    using temporary = temporaryDir()
    const reservedSpace = reservedSpaceIn(temporary.dir.reservedSpace, silentLog, small)
    await reservedSpace.keep()
    expect(await codeOf(reservedSpace.withRoom(busy))).toBe('unavailable')
    expect(existsSync(temporary.dir.reservedSpace)).toBe(true)
  })
})
