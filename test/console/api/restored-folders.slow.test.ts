import { expect, setDefaultTimeout, test } from 'bun:test'
import { openDatabaseForCommand } from '../../../src/platform/db/database.ts'
import { writeSetting } from '../../../src/platform/settings.ts'
import { foldersSetting } from '../../../src/services/scan-export/folders/watched.ts'
import { firstOwner, setUpShop } from './browser.ts'
import { backUp, keepServing, stepOf } from './kept-daybook.ts'

/** Each stops a server and starts it again: longer than Bun's limit on a busy computer, in milliseconds. */
setDefaultTimeout(120_000)

const id = '019a0000-0000-7000-8000-000000000000'
const watched = { id, path: '/srv/bills', userId: id, category: 'vendor_invoice' } as const

test('an owner who restores in the pages finds the watched folders of the backup paused', async () => {
  await using kept = await keepServing()
  const { browser, dir } = kept
  await setUpShop(browser, kept.setUp)
  const database = openDatabaseForCommand(dir, Date.now())
  await database.write((conn) => writeSetting(conn, foldersSetting, [watched]))
  await database.close()
  const { name } = await backUp(kept)
  const restore = String((await browser.post('/settings/restores')).json['id'])
  await browser.post(`/restores/${restore}/read-backup`, { name })
  expect(await stepOf(kept, restore, ['ready', 'failed'])).toMatchObject({ step: 'ready' })
  await browser.post(`/restores/${restore}/in-place`, {})
  expect(await stepOf(kept, restore, ['done', 'failed'])).toMatchObject({ step: 'done' })
  const { email, password } = firstOwner
  await browser.post('/sign-in', { email, password })
  expect((await browser.get('/settings/paused')).json['items']).toEqual([
    { name: 'scan-export.folders', leadsTo: ['/srv/bills'] },
  ])
  expect((await browser.get('/settings/folders')).json['items']).toEqual([])
})
