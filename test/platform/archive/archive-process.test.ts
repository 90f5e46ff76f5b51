import { expect, setDefaultTimeout, test } from 'bun:test'
import {
  type ArchiveLine,
  type ArchiveOrder,
  archiveProcess,
} from '../../../src/platform/archive/archive-process.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { archiveFolder } from '../../support/archive-folder.ts'
import { codeOf } from '../../support/temporary-database.ts'

setDefaultTimeout(120_000)

const orderFor = (path: string): ArchiveOrder => ({
  task: 'name',
  path,
  own: { dataRoot: process.cwd(), others: [] },
  shop: 'Sharma Stores',
  since: 1,
  newId: 'one',
  isTry: true,
})

const never = new AbortController().signal

test('a process of its own works in the folder, and tells how it goes', async () => {
  using folder = archiveFolder()
  const lines: ArchiveLine[] = []
  const archive = archiveProcess(silentLog)
  await archive.carryOut(orderFor(folder.path), (line) => lines.push(line), never)
  await archive.carryOut(orderFor(`${folder.path}/none`), (line) => lines.push(line), never)
  expect(lines).toEqual([
    { named: { path: folder.path, id: 'one' } },
    { id: null, problem: expect.stringContaining('There is no such folder') },
  ])
})

test('a folder that does not answer holds nobody up: its process is ended', async () => {
  using folder = archiveFolder()
  const archive = archiveProcess(silentLog, { documentMs: 1, endMs: 60_000 })
  expect(await codeOf(archive.carryOut(orderFor(folder.path), () => undefined, never))).toBe(
    'unavailable',
  )
})

test('whoever stops waits for no folder', async () => {
  using folder = archiveFolder()
  const stopping = new AbortController()
  const work = archiveProcess(silentLog).carryOut(
    orderFor(folder.path),
    () => undefined,
    stopping.signal,
  )
  stopping.abort()
  await work
  await archiveProcess(silentLog).carryOut(orderFor(folder.path), () => undefined, stopping.signal)
})
