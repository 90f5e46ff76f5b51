import { expect, setDefaultTimeout, test } from 'bun:test'
import { createBackup } from '../../../src/platform/backup/create-backup.ts'
import { openDatabaseForCommand } from '../../../src/platform/db/database.ts'
import { writeSetting } from '../../../src/platform/settings.ts'
import { foldersSetting } from '../../../src/services/scan-export/folders/watched.ts'
import { keepServing } from './kept-daybook.ts'

/** Each stops a server and starts it again: longer than Bun's limit on a busy computer, in milliseconds. */
setDefaultTimeout(120_000)

const password = 'violet kettle 9'
const email = 'om@example.com'
const id = '019a0000-0000-7000-8000-000000000000'
const watched = { id, path: '/srv/bills', userId: id, category: 'vendor_invoice' } as const

test('an owner who restores in the pages finds the watched folders of the backup paused', async () => {
  await using kept = await keepServing()
  const { browser, dir } = kept
  const owner = { organisation: 'Acme', name: 'Om', email, password }
  await browser.post('/set-up', { code: kept.setUp?.code, network: 'this computer', ...owner })
  const database = openDatabaseForCommand(dir, Date.now())
  await database.write((conn) => writeSetting(conn, foldersSetting, [watched]))
  await database.close()
  const about = { dir, organisation: 'Acme', madeBy: 'command', now: Date.now() } as const
  const { name } = await createBackup(about)
  const restore = String((await browser.post('/settings/restores')).json['id'])
  await browser.post(`/restores/${restore}/read-backup`, { name })
  const reached = async (step: string) => {
    for (;;) {
      const answer = await browser.get(`/restores/${restore}`).catch(() => undefined)
      expect(answer?.json['step']).not.toBe('failed')
      if (answer?.json['step'] === step) return
    }
  }
  await reached('ready')
  await browser.post(`/restores/${restore}/in-place`, {})
  await reached('done')
  await browser.post('/sign-in', { email, password })
  expect((await browser.get('/settings/paused')).json['items']).toEqual([
    { name: 'scan-export.folders', leadsTo: ['/srv/bills'] },
  ])
  expect((await browser.get('/settings/folders')).json['items']).toEqual([])
})
