import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importedFolder, manifestsIn } from '../../../src/bridge/files/folder.ts'
import { writeAndReport } from '../../../src/bridge/files/run-files.ts'
import type { FolderDeps } from '../../../src/bridge/files/write-waiting.ts'
import { isJsonObject, type JsonObject } from '../../../src/platform/json/json.ts'
import { listed, signedIn, type Browser } from '../../console/api/browser.ts'
import { type BridgedShop, openBridgedShop, waitingIn } from '../../support/bridge.ts'

let bridged: BridgedShop
let folder: string
let owner: Browser
let deps: FolderDeps

beforeEach(async () => {
  bridged = await openBridgedShop()
  folder = mkdtempSync(join(tmpdir(), 'daybook-files-'))
  owner = await signedIn(bridged.shop, bridged.shop.users.owner)
  const { daybook, clock } = bridged.bridge
  const target = { format: 'tally', company: 'Kulkarni General Stores' } as const
  deps = { daybook, clock, folder, target, install: 'a-company', told: new Map() }
})

afterEach(async () => {
  await bridged.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The bridge as the page Books shows it. */
async function shown(): Promise<JsonObject & { files: JsonObject[] }> {
  const { json } = await owner.get('/books')
  const bridges = Array.isArray(json['bridges']) ? json['bridges'].filter(isJsonObject) : []
  const [bridge = {}] = bridges
  const files = Array.isArray(bridge['files']) ? bridge['files'].filter(isJsonObject) : []
  return { ...bridge, files }
}

async function settle(as: 'imported' | 'again', file: unknown) {
  const { id: bridge } = await shown()
  return await owner.post('/books/files', { bridge, file, as })
}

describe('the page Books', () => {
  test('shows the files that wait for somebody, with what is in them', async () => {
    await bridged.addBill()
    const [file] = (await writeAndReport(deps)).files
    expect(await shown()).toMatchObject({
      system: 'folder',
      health: 'ready',
      company: { name: 'Kulkarni General Stores' },
      sentence: `Files go to ${folder}.`,
      files: [{ name: file, vouchers: 1, documents: 1, isGone: false, asked: null }],
    })
  })

  test('says of a file that it was imported: the next round acknowledges what it holds, once', async () => {
    await bridged.addBill()
    const [file] = (await writeAndReport(deps)).files
    expect((await settle('imported', file)).status).toBe(200)
    expect((await shown()).files).toMatchObject([{ name: file, asked: 'confirm_file' }])
    expect(await waitingIn(bridged)).toHaveLength(1)
    expect(await writeAndReport(deps)).toMatchObject({ files: [], confirmed: { acknowledged: 1 } })
    expect(await waitingIn(bridged)).toEqual([])
    expect((await shown()).files).toEqual([])
    expect(readdirSync(join(folder, importedFolder))).toHaveLength(2)
    expect(await writeAndReport(deps)).toMatchObject({ confirmed: { acknowledged: 0 } })
  })

  test('has a file written again that was not imported', async () => {
    await bridged.addBill()
    const [file] = (await writeAndReport(deps)).files
    rmSync(join(folder, file ?? ''))
    await writeAndReport(deps)
    expect((await shown()).files).toMatchObject([{ name: file, isGone: true }])
    await settle('again', file)
    expect(await writeAndReport(deps)).toMatchObject({ vouchers: 1, lost: [] })
    expect(manifestsIn(folder)).toHaveLength(1)
  })

  test('takes no word of a file that nobody told of', async () => {
    await bridged.addBill()
    await writeAndReport(deps)
    expect((await settle('imported', '../../etc/passwd')).status).toBe(404)
  })

  test('says what cannot be written, and why', async () => {
    const broken = { ...deps, folder: '/proc/nowhere' }
    const refused = await writeAndReport(broken).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Error)
    expect(await shown()).toMatchObject({ health: 'closed', files: [] })
  })

  test('gives what no bridge can read a name, under which it is written', async () => {
    const seller = { name: 'Nobody', gstin: '27AAPFU0939F1ZV' }
    await bridged.addBill({ seller })
    await writeAndReport(deps)
    const [cause] = listed(await owner.get('/books/causes'))
    const named = { books: cause?.['books'], field: cause?.['field'], name: 'Nobody & Sons' }
    expect((await owner.post('/books/names', named)).status).toBe(200)
    const { json } = await owner.get(`/books/mappings?kind=party&books=${Number(named.books)}`)
    expect(json['items']).toMatchObject([{ name: 'Nobody & Sons', field: named.field }])
    expect((await owner.post('/books/names', { ...named, name: ' ' })).status).toBe(400)
  })
})

test('a document that was tried again and still cannot be written is told of once more', async () => {
  const id = await bridged.addBill({ seller: { name: 'Nobody', gstin: '27AAPFU0939F1ZV' } })
  await writeAndReport(deps)
  const asked = async () => listed(await owner.get('/books/causes'))
  const [cause = {}] = await asked()
  const { kind, books, code, field } = cause
  await owner.post('/books/causes/again', { kind, books, code, field })
  expect(await asked()).toEqual([])
  await writeAndReport(deps)
  expect(await asked()).toMatchObject([{ field, count: 1 }])
  expect(await waitingIn(bridged)).toEqual([id])
})
