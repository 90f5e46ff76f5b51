import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { archiveFolder, type ArchiveFolder } from '../../../support/archive-folder.ts'
import { shownPath } from '../../../support/executable.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import { signedIn, type Browser } from '../browser.ts'

// A process of its own writes into the folder.
setDefaultTimeout(120_000)

let shop: Shop
let owner: Browser
let folder: ArchiveFolder

beforeEach(async () => {
  shop = await openShop()
  owner = await signedIn(shop, shop.users.owner)
  folder = archiveFolder()
})

afterEach(async () => {
  await shop.close()
  folder[Symbol.dispose]()
})

async function shown(): Promise<Record<string, unknown> | null> {
  return JSON.parse(JSON.stringify((await owner.get('/settings/archive')).json['archive']))
}

/** Once what was begun has come to its end. */
async function written(): Promise<Record<string, unknown> | null> {
  for (;;) {
    const state = await shown()
    if (state?.['isWriting'] !== true) return state
    await Bun.sleep(20)
  }
}

test('an owner tries a folder, names it, and archives what is in Daybook', async () => {
  expect(await shown()).toBeNull()
  const tried = await owner.post('/settings/archive/try', { path: folder.path })
  expect(tried.json).toEqual({ says: `Daybook can write into ${folder.path}.` })
  expect(await shown()).toBeNull()
  const named = await owner.post('/settings/archive', { path: folder.path })
  const path = shownPath(folder.path)
  expect(named.json['archive']).toMatchObject({ path, archived: 0, problem: null })
  expect((await owner.post('/settings/archive/run')).status).toBe(200)
  expect(await written()).toMatchObject({ waiting: 0, succeededAt: expect.any(String) })
  const { items } = (await owner.get('/activity?kind=settings')).json
  expect(JSON.stringify(items)).toContain('archive changed')
  expect((await owner.post('/settings/archive/off')).json).toEqual({ archive: null })
})

test('a folder that cannot be the archive is refused at its field, with a sentence', async () => {
  const refused = await owner.post('/settings/archive', { path: shop.dir.root })
  expect(refused.status).toBe(400)
  expect(JSON.stringify(refused.json)).toContain('own data')
  expect((await owner.post('/settings/archive/run')).status).toBe(404)
})

test('Home says that documents cannot be archived, where, and since when', async () => {
  await owner.post('/settings/archive', { path: folder.path })
  folder[Symbol.dispose]()
  await owner.post('/settings/archive/run')
  await written()
  const { machine } = (await owner.get('/home')).json
  expect(machine).toMatchObject({
    archive: {
      path: shownPath(folder.path),
      problem: {
        says: expect.stringContaining(`${shownPath(folder.path)} is not there`),
        since: expect.any(String),
      },
      lost: 0,
    },
  })
})
