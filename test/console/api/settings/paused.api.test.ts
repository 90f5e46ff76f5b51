import { beforeEach, expect, test } from 'bun:test'
import { offsiteSetting } from '../../../../src/platform/offsite/offsite.ts'
import { secretsIn } from '../../../../src/platform/secrets.ts'
import { readSetting, writePaused } from '../../../../src/platform/settings.ts'
import { settings } from '../../../../src/platform/tables.ts'
import { foldersSetting } from '../../../../src/services/scan-export/folders/watched.ts'
import { listed, ownersShop } from '../browser.ts'

const id = '019a0000-0000-7000-8000-000000000000'

const { shop, owner } = await ownersShop()

beforeEach(async () => {
  await shop.database.write((conn) => conn.delete(settings).run())
})

const folders = () =>
  [{ id, path: '/srv/bills', userId: shop.users.ravi, category: 'vendor_invoice' }] as const

const pauseFolders = () =>
  shop.database.write((conn) => writePaused(conn, foldersSetting, [...folders()]))

const shown = async () => listed(await owner.get('/settings/paused'))

test('an owner sees where restored folders lead, and watches them with one word', async () => {
  await pauseFolders()
  const paused = [{ name: 'scan-export.folders', leadsTo: ['/srv/bills'] }]
  expect(await shown()).toEqual(paused)
  expect((await owner.get('/today')).json['cards']).toMatchObject([
    {
      id: 'paused scan-export.folders',
      kind: 'paused',
      proposals: [{ id: 'confirm' }, { id: 'forget' }],
    },
  ])
  expect(listed(await owner.get('/settings/folders'))).toEqual([])
  const watched = { id: 'paused scan-export.folders', choice: 'confirm' }
  expect((await owner.post('/today/answers', watched)).json).toEqual({ mayUndo: false })
  expect(await shown()).toEqual([])
  expect(readSetting(shop.database.read, foldersSetting)).toEqual([...folders()])
  expect(
    (await owner.post('/settings/paused/confirm', { name: 'scan-export.folders' })).status,
  ).toBe(404)
})

test('an owner forgets them, and they are not watched', async () => {
  await pauseFolders()
  await owner.post('/settings/paused/forget', { name: 'scan-export.folders' })
  expect([await shown(), readSetting(shop.database.read, foldersSetting)]).toEqual([[], []])
})

test('no folder is added while restored ones wait: it would decide them all', async () => {
  await pauseFolders()
  const body = { path: shop.dir.root, userId: shop.users.ravi, category: 'vendor_invoice' }
  expect((await owner.post('/settings/folders', body)).status).toBe(409)
  expect(await shown()).toHaveLength(1)
})

test('what fits no schema can be switched on by nobody', async () => {
  await shop.database.write((conn) => {
    const value = JSON.stringify([{ ...folders()[0], path: '../../secret' }])
    conn.insert(settings).values({ name: 'paused:scan-export.folders', value }).run()
    conn.insert(settings).values({ name: 'paused:network.access', value: '"everybody"' }).run()
    conn.insert(settings).values({ name: 'paused:evil', value: '1' }).run()
  })
  expect(await shown()).toEqual([])
  expect(
    (await owner.post('/settings/paused/confirm', { name: 'scan-export.folders' })).status,
  ).toBe(404)
  expect((await owner.post('/settings/paused/confirm', { name: 'evil' })).status).toBe(400)
})

test('a second place whose key is not on this computer stays paused, and says what to do', async () => {
  const place = { kind: 'folder', path: '/media/usb' } as const
  const sealed = Buffer.from('sealed elsewhere, with another key').toString('base64')
  const kept = { place, key: sealed, secret: sealed, writer: id }
  await shop.database.write((conn) => writePaused(conn, offsiteSetting, kept))
  const answer = await owner.post('/settings/paused/confirm', { name: 'offsite' })
  expect([answer.status, await shown()]).toEqual([
    409,
    [{ name: 'offsite', leadsTo: ['/media/usb'] }],
  ])
  const own = await secretsIn(shop.dir.secretKey).seal('a key of this computer')
  await shop.database.write((conn) =>
    writePaused(conn, offsiteSetting, { ...kept, key: own, secret: own }),
  )
  expect((await owner.post('/settings/paused/confirm', { name: 'offsite' })).status).toBe(200)
  expect(readSetting(shop.database.read, offsiteSetting)).toMatchObject({ place })
})
