import { describe, expect, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import { AppError } from '../../../src/platform/errors.ts'
import { ballastIn } from '../../../src/platform/files/ballast.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { codeOf, temporaryDir } from '../../support/temporary-book.ts'

const mib = 1024 * 1024
const small = { bytes: mib + 5, freeBytesMin: 0 }

const full = () => new AppError('insufficient_storage', 'The disk is full.')
const busy = () => Promise.reject(new AppError('unavailable', 'Busy.'))

describe('keeping room back', () => {
  test('takes real room: as many bytes as told, none of them a hole', async () => {
    using temporary = temporaryDir()
    const file = temporary.dir.ballast
    await ballastIn(file, silentLog, small).keep()
    const { size, blocks } = statSync(file)
    expect(size).toBe(small.bytes)
    if (process.platform !== 'win32') expect(blocks * 512).toBeGreaterThanOrEqual(small.bytes)
  })

  test('is 32 MiB where a GiB is free, and is not written twice', async () => {
    using temporary = temporaryDir()
    const file = temporary.dir.ballast
    const ballast = ballastIn(file, silentLog, { bytes: 32 * mib, freeBytesMin: 0 })
    await ballast.keep()
    const { mtimeMs } = statSync(file)
    await ballast.keep()
    expect(statSync(file).mtimeMs).toBe(mtimeMs)
    expect(statSync(file).size).toBe(32 * mib)
  })

  test('is left alone on a disk with little room', async () => {
    using temporary = temporaryDir()
    const sizes = { ...small, freeBytesMin: Number.MAX_SAFE_INTEGER }
    await ballastIn(temporary.dir.ballast, silentLog, sizes).keep()
    expect(existsSync(temporary.dir.ballast)).toBe(false)
  })

  test('is done again when the last try was cut short', async () => {
    using temporary = temporaryDir()
    await Bun.write(temporary.dir.ballast, 'cut short')
    await ballastIn(temporary.dir.ballast, silentLog, small).keep()
    expect(statSync(temporary.dir.ballast).size).toBe(small.bytes)
  })
})

describe('work that needs room', () => {
  test('leaves the ballast where it is while there is room', async () => {
    using temporary = temporaryDir()
    const ballast = ballastIn(temporary.dir.ballast, silentLog, small)
    await ballast.keep()
    expect(await ballast.withRoom(() => Promise.resolve('done'))).toBe('done')
    expect(existsSync(temporary.dir.ballast)).toBe(true)
  })

  test('gets the ballast’s room when there is none, runs once more, and the log says so', async () => {
    using temporary = temporaryDir()
    const warnings: string[] = []
    const log = { ...silentLog, warn: (message: string) => void warnings.push(message) }
    const ballast = ballastIn(temporary.dir.ballast, log, small)
    await ballast.keep()
    const work = () =>
      existsSync(temporary.dir.ballast) ? Promise.reject(full()) : Promise.resolve('done')
    expect(await ballast.withRoom(work)).toBe('done')
    expect(warnings).toHaveLength(1)
  })

  test('is refused when the room is not enough, or was given already', async () => {
    using temporary = temporaryDir()
    const ballast = ballastIn(temporary.dir.ballast, silentLog, small)
    await ballast.keep()
    let tries = 0
    const work = () => {
      tries++
      return Promise.reject(full())
    }
    expect(await codeOf(ballast.withRoom(work))).toBe('insufficient_storage')
    expect(tries).toBe(2)
    expect(await codeOf(ballast.withRoom(work))).toBe('insufficient_storage')
    expect(tries).toBe(3)
  })

  test('keeps the ballast when it fails for another reason', async () => {
    using temporary = temporaryDir()
    const ballast = ballastIn(temporary.dir.ballast, silentLog, small)
    await ballast.keep()
    expect(await codeOf(ballast.withRoom(busy))).toBe('unavailable')
    expect(existsSync(temporary.dir.ballast)).toBe(true)
  })
})
