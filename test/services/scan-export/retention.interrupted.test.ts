import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { reservedSpaceIn } from '../../../src/platform/upkeep/reserved-space.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { runRetention, type Retention } from '../../../src/platform/upkeep/retention.ts'
import { scanSweep } from '../../../src/services/scan-export/service.ts'
import { scanService } from '../../support/scan-service.ts'
import { codeOf, noon } from '../../support/temporary-database.ts'
import {
  addOld,
  counting,
  expectWhole,
  fillUp,
  idsLeft,
  old,
  retention,
  rowsOf,
} from './sweeping.ts'

// Two busy cores may take several times as long as an idle machine.
setDefaultTimeout(120_000)

describe('a cleanup that is interrupted', () => {
  test('between any two batches goes on where it stood, and leaves nothing behind', async () => {
    await using service = scanService()
    for (let stop = 0; stop < 5; stop++) {
      await addOld(service, 110, 25)
      let left = stop
      const interrupted = counting(service, () => {
        if (left-- === 0) throw new Error('The process ends here.')
      })
      await runRetention(interrupted, noon).catch(() => undefined)
      expectWhole(service)
      await runRetention(retention(service), noon)
      expect(rowsOf(service)).toEqual({ scans: 0, documents: 0, files: 0, waiting: 0 })
    }
  })

  test('inside a batch has taken no file that is still needed', async () => {
    await using service = scanService()
    await addOld(service, 30, 30)
    for (let stop = 0; stop < 5; stop++) {
      let left = stop
      const sweep = scanSweep(service.deps.store)
      const interrupted: Retention = {
        ...retention(service),
        sweeps: [
          {
            ...sweep,
            sweepBatch(conn, now) {
              const swept = sweep.sweepBatch(conn, now)
              // The work of this batch is undone: its commit never came.
              if (left-- === 0) throw new Error('The process ends here.')
              return swept
            },
          },
        ],
      }
      await runRetention(interrupted, noon).catch(() => undefined)
      expectWhole(service)
    }
    await runRetention(retention(service), noon)
    expect(rowsOf(service)).toEqual({ scans: 0, documents: 0, files: 0, waiting: 0 })
  })

  test('lets uploads of the same file in between, and their file stays', async () => {
    await using service = scanService()
    await addOld(service, 150, 10)
    const [, ...uploaded] = await Promise.all([
      runRetention(retention(service), noon),
      ...Array.from({ length: 30 }, (_, n) => service.addScan({ content: `bill ${n % 10}` })),
    ])
    expect(idsLeft(service).toSorted()).toEqual(uploaded.toSorted())
    expectWhole(service)
    for (let n = 0; n < 10; n++) {
      expect(service.deps.store.has('documents', Bun.SHA256.hash(`bill ${n}`, 'hex'))).toBe(true)
    }
  })
})

describe('on a full disk', () => {
  test('the reserved space goes, and then the cleanup works', async () => {
    await using service = scanService()
    await addOld(service, 5, 5)
    const { reservedSpace: file } = service.dir
    const reservedSpace = reservedSpaceIn(file, silentLog, { bytes: 1024, freeBytesMin: 0 })
    await reservedSpace.keep()
    const sweep = scanSweep(service.deps.store)
    const full: Retention = {
      ...retention(service),
      reservedSpace,
      sweeps: [
        {
          ...sweep,
          sweepBatch(conn, now) {
            // What SQLite says on a disk without room, as long as the reserved space takes it.
            if (existsSync(file)) fillUp(conn.$client)
            return sweep.sweepBatch(conn, now)
          },
        },
      ],
    }
    expect(await runRetention(full, noon)).toMatchObject({ scans: 5 })
    expect(existsSync(file)).toBe(false)
  })

  test('without a reserved space the cleanup is refused with a sentence and nothing is lost', async () => {
    await using service = scanService()
    await service.addScan({ createdAt: old })
    const sweep = scanSweep(service.deps.store)
    const full: Retention = {
      ...retention(service),
      sweeps: [
        {
          ...sweep,
          sweepBatch(conn, now) {
            sweep.sweepBatch(conn, now)
            fillUp(conn.$client)
            return { scans: 0, documents: 0, bytes: 0, done: true }
          },
        },
      ],
    }
    expect(await codeOf(runRetention(full, noon))).toBe('out_of_space')
    expect(idsLeft(service)).toHaveLength(1)
  })
})
