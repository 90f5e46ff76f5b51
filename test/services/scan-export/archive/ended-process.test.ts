import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { archivedScans } from '../../../../src/services/scan-export/tables.ts'
import { archivedShop, type ArchivedShop, bill } from './archived-shop.ts'

setDefaultTimeout(120_000)

let shop: ArchivedShop

beforeEach(async () => {
  shop = await archivedShop()
})

afterEach(() => shop[Symbol.asyncDispose]())

/** Two documents of one name in the archive, as the files were, and then as if the book had never heard of it. */
async function writtenAndForgotten(): Promise<Map<string, Buffer>> {
  await shop.service.addScan(bill('A-1'))
  await shop.service.addScan(bill('A-1', { content: 'another paper' }))
  await shop.archive.run()
  const whole = await shop.contents()
  await shop.service.database.write((conn) => conn.delete(archivedScans).run())
  return whole
}

describe('a process that was ended leaves nothing undone, and nothing twice', () => {
  test('at whichever file it was', async () => {
    const whole = await writtenAndForgotten()
    const names = [...whole.keys()].filter((name) => !name.endsWith('.csv'))
    expect(names).toHaveLength(4)
    for (let there = 0; there <= names.length; there++) {
      await shop.service.database.write((conn) => conn.delete(archivedScans).run())
      for (const name of [...names.slice(there), '2026-11/index-2026-11.csv']) {
        rmSync(join(shop.folder.path, name))
      }
      writeFileSync(join(shop.folder.path, `2026-11/.daybook-${crypto.randomUUID()}.part`), 'half')
      expect(await shop.archive.run()).toBe(2)
      expect([there, await shop.contents()]).toEqual([there, whole])
    }
  })

  test('at whichever byte of the index', async () => {
    const whole = await writtenAndForgotten()
    const file = '2026-11/index-2026-11.csv'
    const index = whole.get(file) ?? Buffer.alloc(0)
    const header = index.indexOf('\n') + 1
    for (let bytes = header; bytes <= index.length; bytes += 7) {
      await shop.service.database.write((conn) => conn.delete(archivedScans).run())
      writeFileSync(join(shop.folder.path, file), index.subarray(0, bytes))
      await shop.archive.run()
      expect([bytes, await shop.contents()]).toEqual([bytes, whole])
    }
  })

  test('also where a name was only reserved, as on a disk that gives no second names', async () => {
    const whole = await writtenAndForgotten()
    const [name = ''] = [...whole.keys()]
    writeFileSync(join(shop.folder.path, name), '')
    expect(await shop.archive.run()).toBe(2)
    expect(shop.index()).toHaveLength(2 + 1)
  })
})
