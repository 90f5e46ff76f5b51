import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { usualColumns } from '../../../src/bridge/files/columns.ts'
import { confirm } from '../../../src/bridge/files/decisions.ts'
import {
  writeFileFor,
  importedFolder,
  type Manifest,
  manifestPath,
  readManifest,
} from '../../../src/bridge/files/folder.ts'
import type { Target } from '../../../src/bridge/files/formats.ts'
import { writeWaiting } from '../../../src/bridge/files/write-waiting.ts'
import { writeSetting } from '../../../src/platform/settings.ts'
import { duplicatesSetting } from '../../../src/services/scan-export/deps.ts'
import { putBackScan } from '../../../src/services/scan-export/delivery/put-back.ts'
import {
  type BridgedShop,
  openBridgedShop,
  resultsIn,
  sampleMappings,
  stranger,
} from '../../support/bridge.ts'
import { api } from '../../support/member.ts'
import { idsOf } from '../../support/shop.ts'

let bridged: BridgedShop
let folder: string

beforeEach(async () => {
  bridged = await openBridgedShop()
  folder = mkdtempSync(join(tmpdir(), 'daybook-files-'))
})

afterEach(async () => {
  await bridged.close()
  rmSync(folder, { recursive: true, force: true })
})

const tally: Target = { format: 'tally', company: 'Kulkarni General Stores' }

function write(target: Target = tally) {
  const { daybook, clock } = bridged.bridge
  return writeWaiting({ daybook, folder, target, install: 'a-company', clock, told: new Map() })
}

async function waiting(): Promise<string[]> {
  const { scanKey: key } = bridged.pairing
  return idsOf(await bridged.shop.call('GET', `${api}/scans/unsynced`, { key }))
}

/** The name of the file that was written. */
async function written(): Promise<string> {
  const [file] = (await write()).files
  if (file === undefined) throw new Error('Nothing was written.')
  return file
}

const targets: [string, Target][] = [
  ['csv', { format: 'zoho' }],
  ['xlsx', { format: 'xlsx', columns: usualColumns }],
]

describe('a file', () => {
  test('holds what waits, with a manifest that says what; and nothing is acknowledged', async () => {
    const id = await bridged.addBill()
    const file = await written()
    const text = new TextDecoder('utf-16le').decode(readFileSync(join(folder, file)))
    expect(text).toContain('<REFERENCE>OSW/118</REFERENCE>')
    expect(text).toContain('<SVCURRENTCOMPANY>Kulkarni General Stores</SVCURRENTCOMPANY>')
    expect(readManifest(manifestPath(folder, file))).toMatchObject({
      format: 'tally',
      sha256: Bun.SHA256.hash(readFileSync(join(folder, file)), 'hex'),
      vouchers: 1,
      documents: [{ kind: 'scan', id }],
    })
    expect(await waiting()).toEqual([id])
  })

  test('is not written again for what is in one already', async () => {
    await bridged.addBill()
    await write()
    expect(await write()).toMatchObject({ files: [] })
    await bridged.addBill({ number: 'OSW/119' })
    expect(await write()).toMatchObject({ vouchers: 1 })
  })

  test('leaves out what cannot be in it, and says why in Daybook', async () => {
    const id = await bridged.addBill({ seller: { name: 'Nobody', gstin: '27AAPFU0939F1ZV' } })
    await bridged.addBill({ number: 'OSW/120' })
    expect(await write()).toMatchObject({ vouchers: 1, waiting: 1 })
    expect(resultsIn(bridged, id)).toMatchObject([
      { outcome: 'parked', code: 'ledger_missing', field: 'party:27AAPFU0939F1ZV|Nobody' },
    ])
  })

  test.each(targets)('of another format ends in .%s', async (extension, target) => {
    await bridged.addBill()
    expect((await write(target)).files[0]).toEndWith(`.${extension}`)
  })
})

describe('bills of one number, of which a program makes one', () => {
  beforeEach(async () => {
    const theirs = { ...stranger, ledger: stranger.name }
    await bridged.shop.database.write((conn) =>
      writeSetting(conn, duplicatesSetting, 'invoice_no_and_seller'),
    )
    bridged.confirm({ ...sampleMappings, parties: [...sampleMappings.parties, theirs] })
    await bridged.addBill()
    await bridged.addBill({ seller: stranger })
    await bridged.addBill({ number: 'OSW/119' })
  })

  test.each(targets)('are in files of their own as %s', async (_, target) => {
    const { files, vouchers } = await write(target)
    expect(vouchers).toBe(3)
    expect(files.map((file) => readManifest(manifestPath(folder, file)).vouchers)).toEqual([2, 1])
    expect(files[1]).toMatch(/-2\.\w+$/)
  })

  test('are in one for Tally, which knows each by its key', async () => {
    expect((await write()).files).toHaveLength(1)
  })
})

describe('a confirmation', () => {
  test('acknowledges what the file holds, and puts both away', async () => {
    await bridged.addBill()
    const file = await written()
    const confirmed = await confirm(bridged.bridge.daybook, manifestPath(folder, file))
    expect(confirmed).toEqual({ acknowledged: 1, changed: [] })
    expect(await waiting()).toEqual([])
    expect(readdirSync(join(folder, importedFolder)).toSorted()).toEqual([
      file,
      `${file}.manifest.json`,
    ])
    expect(await write()).toMatchObject({ files: [] })
  })

  test('is made by moving the file to where imported ones go', async () => {
    await bridged.addBill()
    const file = await written()
    renameSync(join(folder, file), join(folder, importedFolder, file))
    expect(await write()).toMatchObject({ confirmed: { acknowledged: 1 } })
    expect(await waiting()).toEqual([])
  })

  test('of a manifest that somebody moved as well is safe', async () => {
    await bridged.addBill()
    const file = await written()
    const imported = join(folder, importedFolder)
    renameSync(join(folder, file), join(imported, file))
    renameSync(manifestPath(folder, file), manifestPath(imported, file))
    const confirmed = await confirm(bridged.bridge.daybook, manifestPath(imported, file))
    expect(confirmed.acknowledged).toBe(1)
    expect(await write()).toMatchObject({ files: [] })
  })

  test('of a manifest that is not there is refused', async () => {
    const path = manifestPath(folder, 'nothing.xml')
    const refused = await confirm(bridged.bridge.daybook, path).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'not_found' })
  })

  test('counts again for what is put back, as after a restore, and writes no second file', async () => {
    const id = await bridged.addBill()
    const file = await written()
    await confirm(bridged.bridge.daybook, manifestPath(folder, file))
    await putBackScan(bridged.shop.deps, id, bridged.shop.users.owner)
    expect(await waiting()).toEqual([id])
    expect(await write()).toMatchObject({ files: [] })
    expect(await waiting()).toEqual([])
  })
})

test('what was imported and is another now is left to a person', async () => {
  const id = await bridged.addBill()
  const path = manifestPath(folder, await written())
  const { documents, ...rest } = readManifest(path)
  const older = documents.map((document) => ({ ...document, revision: 'before' }))
  writeFileSync(path, JSON.stringify({ ...rest, documents: older }))
  expect(await confirm(bridged.bridge.daybook, path)).toEqual({ acknowledged: 0, changed: [id] })
  expect(await write()).toMatchObject({ files: [], waiting: 1 })
  expect(resultsIn(bridged, id)).toMatchObject([{ outcome: 'parked', code: 'changed_since' }])
})

describe('a file that a crash cut off', () => {
  const manifest: Manifest = {
    version: 1,
    made_at: '2026-11-23T00:00:00.000Z',
    format: 'tally',
    file: 'a.xml',
    sha256: '',
    vouchers: 1,
    documents: [],
  }

  test('is finished when its manifest is there', async () => {
    await writeFileFor(folder, new Uint8Array([1]), manifest)
    renameSync(join(folder, 'a.xml'), join(folder, 'a.xml.part'))
    await write()
    expect(existsSync(join(folder, 'a.xml'))).toBe(true)
  })

  test('never was when its manifest is not', async () => {
    await writeFileFor(folder, new Uint8Array([1]), manifest)
    renameSync(join(folder, 'a.xml'), join(folder, 'a.xml.part'))
    rmSync(manifestPath(folder, 'a.xml'))
    await write()
    expect(readdirSync(folder)).toEqual([importedFolder])
  })
})
