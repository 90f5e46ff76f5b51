import { afterEach, beforeEach, expect, test } from 'bun:test'
import { openDatabaseForCommand } from '../../../src/platform/db/database.ts'
import { browserAt, firstOwner, setUpShop } from './browser.ts'
import { backUp, keepServing, stepOf, type Kept } from './kept-daybook.ts'

let kept: Kept

beforeEach(async () => {
  kept = await keepServing()
})

afterEach(() => kept[Symbol.asyncDispose]())

test('an owner sees what was ended since, and only what is ticked is valid again', async () => {
  const { password } = firstOwner
  expect((await setUpShop(kept.browser, kept.setUp)).status).toBe(200)
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
  const { name } = await backUp(kept)
  await run('UPDATE api_keys SET revoked_at = 7')
  const id = String((await kept.browser.post('/settings/restores')).json['id'])
  await kept.browser.post(`/restores/${id}/read-backup`, { name })
  const { revivals } = await stepOf(kept, id, ['ready', 'failed'])
  expect(revivals).toMatchObject([
    { id: 'key:lost' },
    { id: 'key:wanted', email: 'om@example.com' },
  ])
  const stranger = browserAt(kept.url)
  expect((await stranger.get(`/restores/${id}`)).json['revivals']).toEqual([])
  expect(
    (await kept.browser.post(`/restores/${id}/in-place`, { revive: ['key:wanted'] })).status,
  ).toBe(200)
  expect(await stepOf(kept, id, ['done', 'failed'])).toMatchObject({ step: 'done' })
  const database = openDatabaseForCommand(kept.dir, Date.now())
  const rows = database.read.$client.query('SELECT id, revoked_at FROM api_keys').values()
  expect(rows).toEqual([
    ['lost', 7],
    ['wanted', null],
  ])
  await database.close()
})
