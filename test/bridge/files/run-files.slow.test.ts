import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { manifestsIn } from '../../../src/bridge/files/folder.ts'
import { type FilesEnded, runFolder } from '../../../src/bridge/files/run-files.ts'
import { writeWaiting } from '../../../src/bridge/files/write-waiting.ts'
import { AppError } from '../../../src/platform/errors.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { type BridgedShop, openBridgedShop } from '../../support/bridge.ts'

let bridged: BridgedShop
let folder: string

beforeEach(async () => {
  bridged = await openBridgedShop()
  folder = mkdtempSync(join(tmpdir(), 'daybook-files-'))
  await bridged.addBill()
})

afterEach(async () => {
  await bridged.close()
  rmSync(folder, { recursive: true, force: true })
})

const target = { format: 'tally', company: 'Kulkarni General Stores' } as const

const deps = () => {
  const { daybook, clock } = bridged.bridge
  return {
    daybook,
    clock,
    folder,
    target,
    install: 'a-company',
    log: silentLog,
    told: new Map<string, string>(),
  }
}

test('files are written again after Daybook did not answer', async () => {
  const { daybook } = deps()
  let asked = 0
  const once: typeof daybook.mappings = () =>
    asked++ === 0
      ? Promise.reject(new AppError('unavailable', 'Daybook does not answer.'))
      : daybook.mappings()
  const stop = new AbortController()
  const ended: FilesEnded[] = []
  await runFolder(
    { ...deps(), daybook: { ...daybook, mappings: once } },
    {
      everyMs: 1,
      signal: stop.signal,
      onRound(round) {
        ended.push(round)
        if (ended.length === 2) stop.abort()
      },
    },
  )
  expect(ended).toMatchObject([{ problem: 'Daybook does not answer.' }, { vouchers: 1 }])
})

test('a file that somebody deleted is named, and written again without its manifest', async () => {
  expect(await writeWaiting(deps())).toMatchObject({ vouchers: 1, lost: [] })
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.xml'))) {
    rmSync(join(folder, name))
  }
  const [manifest = ''] = manifestsIn(folder)
  expect(await writeWaiting(deps())).toMatchObject({ files: [], lost: [manifest] })
  rmSync(manifest)
  expect(await writeWaiting(deps())).toMatchObject({ vouchers: 1, lost: [] })
})

test('a key for web orders that is refused keeps no bill out of a file, and is told', async () => {
  bridged.pairing.ordersKey = 'dbk_nobody'
  bridged.restart()
  const written = await writeWaiting(deps())
  expect(written).toMatchObject({ vouchers: 1 })
  expect(written.orders).toStartWith('Web orders do not come: Daybook: ')
})
