import { expect, test } from 'bun:test'
import { closeSync, constants, existsSync, openSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { askWorker } from '../../../src/platform/backup/backup-jobs.ts'
import { listBackups } from '../../../src/platform/backup/backups-folder.ts'
import type { DataDir } from '../../../src/platform/disk/data-dir.ts'
import { refusalOf } from '../../support/temporary-database.ts'
import { filledShop, now } from './filled-shop.ts'

const goesOn = new AbortController().signal

/** No thread says a word within this, in milliseconds: as good as one that hangs. */
const atOnceMs = 1

test('a thread that hangs is given up with a sentence, and the next backup finds the folder free', async () => {
  using shop = await filledShop()
  const refusal = await refusalOf(askWorker(inputOf(shop.dir), goesOn, { silenceMs: atOnceMs }))
  expect(refusal.code).toBe('unavailable')
  expect(refusal.message).toContain('got no further for 1 min and was given up')
  expect(listBackups(shop.dir)).toEqual([])
  const { file } = await askWorker(inputOf(shop.dir), goesOn)
  expect(existsSync(file)).toBe(true)
})

test('a thread that a disk holds up without end is given up too, and the folder is free at once', async () => {
  using shop = await filledShop()
  const stored = new Bun.Glob('*/*').scanSync({ cwd: shop.dir.documents, absolute: true })
  const [document = ''] = [...stored]
  rmSync(document)
  // Nobody writes into this pipe: whoever opens it waits, as at a disk that is gone.
  expect(Bun.spawnSync(['mkfifo', document]).exitCode).toBe(0)
  // The thread must have come to the pipe, also on a busy machine.
  const short = { silenceMs: 5_000, endingMs: 200 }
  const refusal = await refusalOf(askWorker(inputOf(shop.dir), goesOn, short))
  expect(refusal.code).toBe('unavailable')
  const pipe = join(shop.dir.root, 'pipe')
  renameSync(document, pipe)
  const { file } = await askWorker(inputOf(shop.dir), goesOn)
  expect(existsSync(file)).toBe(true)
  // It throws where nobody waits at the other end: then nothing had hung.
  closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK))
})

test('a thread that tells how far it is does not hang, however long it takes', async () => {
  using shop = await filledShop()
  let told = 0
  const { file } = await askWorker(inputOf(shop.dir), goesOn, { onProgress: () => told++ })
  expect(existsSync(file)).toBe(true)
  expect(told).toBeGreaterThan(0)
})

test('nobody else makes a backup while a thread does, and the refusal says who', async () => {
  using shop = await filledShop()
  const first = askWorker(inputOf(shop.dir), goesOn)
  const second = await refusalOf(askWorker(inputOf(shop.dir), goesOn))
  expect(second.message).toContain(`by "daybook backup" (process ${process.pid})`)
  await first
})

function inputOf(dir: DataDir) {
  const input = { organisation: 'Acme Stores', madeBy: 'command', now } as const
  return { task: 'make', root: dir.root, ...input } as const
}
