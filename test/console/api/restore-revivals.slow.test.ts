import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createBackup } from '../../../src/platform/backup/create-backup.ts'
import { openDatabaseForCommand } from '../../../src/platform/db/database.ts'
import type { JsonObject } from '../../../src/platform/json/json.ts'
import { browserAt } from './browser.ts'
import { keepServing, type Kept } from './kept-daybook.ts'

const password = 'violet kettle 9'

let kept: Kept

beforeEach(async () => {
  kept = await keepServing()
})

afterEach(() => kept[Symbol.asyncDispose]())

/** Asked again and again, also while the server is away. */
async function stepOf(id: string, ends: readonly string[]): Promise<JsonObject> {
  for (;;) {
    const answer = await kept.browser.get(`/restores/${id}`).catch(() => undefined)
    if (answer !== undefined && ends.includes(String(answer.json['step']))) return answer.json
  }
}

test('an owner sees what was ended since, and only what is ticked is valid again', async () => {
  const owner = { organisation: 'Acme', name: 'Om', email: 'om@example.com', password }
  const set = { code: kept.setUp?.code, network: 'this computer', ...owner }
  expect((await kept.browser.post('/set-up', set)).status).toBe(200)
  expect((await kept.browser.post('/confirmation', { password })).status).toBe(200)
  const run = async (sql: string) => {
    const database = openDatabaseForCommand(kept.dir, Date.now())
    await database.write(({ $client }) => void $client.run(sql))
    await database.close()
  }
  for (const id of ['lost', 'wanted']) {
    await run(`INSERT INTO api_keys (id, user_id, service, scopes, all_users, name, prefix, hash, created_at)
      SELECT '${id}', id, 'scan-export', '[]', 0, '${id}', '${id}', '${id}', 1 FROM users`)
  }
  const { name } = await createBackup({
    dir: kept.dir,
    organisation: 'Acme',
    madeBy: 'command',
    now: Date.now(),
  })
  await run('UPDATE api_keys SET revoked_at = 7')
  const id = String((await kept.browser.post('/settings/restores')).json['id'])
  await kept.browser.post(`/restores/${id}/read-backup`, { name })
  const { revivals } = await stepOf(id, ['ready', 'failed'])
  expect(revivals).toMatchObject([
    { id: 'key:lost' },
    { id: 'key:wanted', email: 'om@example.com' },
  ])
  const stranger = browserAt(kept.url)
  expect((await stranger.get(`/restores/${id}`)).json['revivals']).toEqual([])
  expect(
    (await kept.browser.post(`/restores/${id}/in-place`, { revive: ['key:wanted'] })).status,
  ).toBe(200)
  expect(await stepOf(id, ['done', 'failed'])).toMatchObject({ step: 'done' })
  const database = openDatabaseForCommand(kept.dir, Date.now())
  const rows = database.read.$client.query('SELECT id, revoked_at FROM api_keys').values()
  expect(rows).toEqual([
    ['lost', 7],
    ['wanted', null],
  ])
  await database.close()
})
