import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database } from 'bun:sqlite'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import manifest from '../../package.json'
import { type RunningDaybook, startServer } from '../../src/cli/serve/start-server.ts'
import { checkedCategory } from '../../src/paper/categories.ts'
import { readExplained } from '../../src/paper/received.ts'
import { paperOf, toStored } from '../../src/paper/paper.ts'
import { readDocument } from '../../src/paper/rules/normalise.ts'
import { compileRules } from '../../src/paper/rules/rules.ts'
import { restoreBackup } from '../../src/platform/backup/restore-backup.ts'
import { readConfig } from '../../src/platform/config.ts'
import { dataDir } from '../../src/platform/disk/data-dir.ts'
import { systemClock } from '../../src/platform/time.ts'

// A book of each released version, as scripts/release/make-book.ts made it with that version.
const folder = join(import.meta.dir, 'books')
const versions = [...new Bun.Glob('*.tar.zst').scanSync({ cwd: folder })]
  .map((name) => name.replace('.tar.zst', ''))
  .toSorted((a, b) => Bun.semver.order(a, b))

test('there is a book of this version, or of one before it', () => {
  expect(versions[0]).toBe('0.1.0')
  for (const version of versions) {
    expect(Bun.semver.order(version, manifest.version)).toBeLessThanOrEqual(0)
  }
})

describe.each(versions)('a book of Daybook %s', (version) => {
  let place: string
  let daybook: RunningDaybook
  let keys: { scanExport: string; storefront: string }

  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'daybook-upgrade-'))
    keys = JSON.parse(readFileSync(join(folder, `${version}.json`), 'utf8'))
    const archive = join(place, 'backup.tar')
    const packed = readFileSync(join(folder, `${version}.tar.zst`))
    writeFileSync(archive, Bun.zstdDecompressSync(packed))
    const dir = dataDir(join(place, 'data'))
    await restoreBackup({ dir, file: archive, now: systemClock.now() })
    daybook = await startServer(dir, readConfig({ port: '0' }, {}, dir.config), systemClock)
  })

  afterAll(async () => {
    await daybook.stop()
    rmSync(place, { recursive: true, force: true })
  })

  async function get(path: string, key: string): Promise<string> {
    const headers = { authorization: `Bearer ${key}` }
    const answer = await fetch(`${daybook.url}${path}`, { headers })
    expect(answer.status).toBe(200)
    return await answer.text()
  }

  test('is restored, brought up to date and served', async () => {
    const health = await fetch(`${daybook.url}/health`)
    expect(await health.json()).toEqual({ status: 'ok', version: manifest.version })
    expect(daybook.setUp).toBeUndefined()
  })

  test('delivers its documents to the key that it gave', async () => {
    const text = await get('/scan-export/api/public/v1/scans/unsynced', keys.scanExport)
    for (const said of ['A-1', 'A-2', 'Acme Traders']) expect(text).toContain(said)
  })

  test('has documents that are papers and back, as they were stored', () => {
    const database = new Database(join(place, 'data', 'daybook.db'), { readonly: true })
    const shape = Type.Array(
      Type.Object({
        category: Type.String(),
        stored: Type.String(),
        explained: Type.Union([Type.String(), Type.Null()]),
      }),
    )
    const rows: unknown = database
      .query(
        `SELECT category, raw stored, explained FROM scans LEFT JOIN readings ON scan_id = scans.id WHERE raw IS NOT NULL
         UNION ALL SELECT category, correction, NULL FROM scans WHERE correction IS NOT NULL`,
      )
      .all()
    database.close()
    expect(rows).not.toEqual([])
    for (const { category, stored, explained } of Value.Parse(shape, rows)) {
      const read = { raw: readDocument(stored), explained: readExplained(explained ?? '{}') }
      const after = toStored(paperOf(read, checkedCategory(category), compileRules([])))
      expect(JSON.stringify(after.raw)).toBe(stored)
      expect(after.explained).toEqual(read.explained)
    }
  })

  test('shows its products, and hands its order over', async () => {
    expect(await get('/storefront/api/public/v1/products', keys.storefront)).toContain('Rice 5 kg')
    // What was sold before is sold on; what stood at 0 had no price.
    const page: { data: { sale_price: number; has_price: boolean }[] } = JSON.parse(
      await get('/storefront/api/public/v1/products?limit=100', keys.storefront),
    )
    expect(page.data.every((one) => one.has_price === one.sale_price > 0)).toBe(true)
    const orders = await get('/storefront/api/public/v1/orders/unsynced', keys.storefront)
    expect(orders).toContain('Asha')
  })
})
