import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { listed, ownersShop } from '../browser.ts'

let folder: string

const { shop, owner } = await ownersShop()

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'daybook-watched-')))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const watch = (path: string, userId = shop.users.ravi) =>
  owner.post('/settings/folders', { path, userId, category: 'vendor_invoice' })

async function unwatchAll(): Promise<void> {
  for (const { id } of listed(await owner.get('/settings/folders'))) {
    await owner.post(`/settings/folders/${String(id)}/delete`)
  }
}

test('a folder is watched for a user, with places for what is done, until an owner says no more', async () => {
  const answer = await watch(` ${folder} `)
  // Windows calls it otherwise.
  const path: string = expect.stringContaining(basename(folder))
  expect(answer).toMatchObject({
    status: 200,
    json: {
      items: [{ path, category: 'vendor_invoice', user: 'Ravi', files: 0, problem: null }],
    },
  })
  expect(['read', 'failed'].every((name) => existsSync(join(folder, name)))).toBe(true)
  expect(answer.json['clerks']).toContainEqual(expect.objectContaining({ id: shop.users.ravi }))
  await unwatchAll()
  expect((await owner.get('/settings/folders')).json['items']).toEqual([])
  expect((await owner.post(`/settings/folders/${crypto.randomUUID()}/delete`)).status).toBe(404)
})

test('a folder is watched once, however it is named, and none inside another', async () => {
  await watch(folder)
  const inside = join(folder, 'inside')
  const link = join(folder, 'link')
  mkdirSync(inside)
  symlinkSync(folder, link)
  // A name may begin like the way out of a folder.
  const dotted = join(folder, '..inside')
  mkdirSync(dotted)
  for (const path of [folder, inside, link, dotted, join(folder, '..')]) {
    expect(await watch(path)).toMatchObject({ status: 400, field: 'path' })
  }
  await unwatchAll()
})

test('no folder of Daybook’s own data is watched, none above it, and none that is not there', async () => {
  const { root, documents } = shop.dir
  for (const path of [root, documents, join(root, '..'), join(folder, 'nothing'), 'bills', '']) {
    expect(await watch(path)).toMatchObject({ status: 400, field: 'path' })
  }
})

test('its documents belong to somebody who works with documents', async () => {
  expect(await watch(folder, crypto.randomUUID())).toMatchObject({ status: 400, field: 'userId' })
})
