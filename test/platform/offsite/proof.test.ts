import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBackup } from '../../../src/platform/backup/create-backup.ts'
import {
  copyOffsite,
  openOffsite,
  proveOffsite,
  shownOffsite,
  switchOn,
} from '../../../src/platform/offsite/offsite.ts'
import { listSnapshots } from '../../../src/platform/offsite/snapshots.ts'
import { secretsIn } from '../../../src/platform/secrets.ts'
import { codeOf, temporaryDatabase } from '../../support/temporary-database.ts'

test('copies are proved in a folder that goes, also when a proof that was killed left it', async () => {
  await using open = temporaryDatabase()
  const { database, dir } = open
  const path = mkdtempSync(join(tmpdir(), 'daybook-stick-'))
  const deps = { database, dir, secrets: secretsIn(dir.secretKey) }
  await createBackup({ dir, organisation: 'Sharma Stores', madeBy: 'command', now: Date.now() })
  await switchOn(deps, { place: { kind: 'folder', path }, secret: '' })
  await copyOffsite(deps, Date.now())
  const left = join(dir.backups, 'proof')
  mkdirSync(left)
  writeFileSync(join(left, 'daybook.db'), 'half a database')
  await proveOffsite(deps, Date.now())
  expect(existsSync(left)).toBe(false)
  rmSync(path, { recursive: true })
})

test('a proof and a list wait for a silent place no longer than the limit, and Home hears of it', async () => {
  await using open = temporaryDatabase()
  const { database, dir } = open
  const deps = { database, dir, secrets: secretsIn(dir.secretKey) }
  const path = mkdtempSync(join(tmpdir(), 'daybook-stick-'))
  using silent = Bun.serve({ port: 0, fetch: () => new Promise<Response>(() => {}) })
  await switchOn(deps, { place: { kind: 'folder', path }, secret: 'of an access key' })
  const place = { kind: 's3', bucket: 'shop', prefix: '', region: 'us-east-1', accessKeyId: 'id' }
  const endpoint = `http://127.0.0.1:${silent.port}`
  await database.write(({ $client }) =>
    $client.run(
      "UPDATE settings SET value = json_set(value, '$.place', json(?)) WHERE name = 'offsite'",
      [JSON.stringify({ ...place, endpoint })],
    ),
  )
  expect(await codeOf(proveOffsite(deps, Date.now(), 20))).toBe('unavailable')
  expect(shownOffsite(database.read)?.state.problem).toContain('does not answer')
  const { place: listed } = await openOffsite(deps, 20)
  expect(await codeOf(listSnapshots(listed))).toBe('unavailable')
  await silent.stop(true)
  rmSync(path, { recursive: true })
})
