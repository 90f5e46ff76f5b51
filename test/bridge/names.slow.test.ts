import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { MasterKind } from '../../src/bridge/books.ts'
import { type Api, apiAt, type Asked } from '../../src/bridge/daybook/api.ts'
import { bringNames, tryNames } from '../../src/bridge/names/bring-names.ts'
import { AppError } from '../../src/platform/errors.ts'
import { runOnce } from '../../src/bridge/run.ts'
import { knownBridges } from '../../src/books/mapping/take-report.ts'
import { listNames } from '../../src/names/queries.ts'
import { removeName, renameName } from '../../src/names/change-names.ts'
import { type BridgedShop, openBridgedShop, sampleMappings } from '../support/bridge.ts'
import { openShop, owner } from '../support/shop.ts'
import { bolts, put, putItem, putLedger } from '../support/books-masters.ts'

let bridged: BridgedShop

beforeAll(async () => {
  bridged = await openBridgedShop()
  bridged.pairing.names = true
  bridged.restart()
})

afterAll(() => bridged.close())

const from = () => ({
  ...bridged.bridge,
  api: bridged.bridge.daybook.scans,
  mappings: sampleMappings,
})

type Kind = 'vendor' | 'product'

const list = (kind: Kind) => listNames(bridged.shop.database.read, kind)

/** The aliases of an entry; undefined without one. */
function aliasesOf(kind: Kind, name: string) {
  return list(kind)
    .find((entry) => entry.name === name)
    ?.aliases.map(({ alias }) => alias)
}

async function add(kind: Kind, name: string, aliases: string[] = []): Promise<void> {
  const key = bridged.pairing.scanKey
  const path = `/api/public/v1/${kind}s`
  const { status } = await bridged.shop.call('POST', path, { key, body: { name, aliases } })
  expect(status).toBe(200)
}

const idOf = (kind: Kind, name: string) => list(kind).find((entry) => entry.name === name)?.id ?? ''

describe('what the books call sellers and items', () => {
  test('comes to lists that a person has begun, and takes nothing from them', async () => {
    await add('vendor', 'OM SAI WHOLESALE', ['Om Sai Pune'])
    await add('vendor', 'Gul & Sons', ['Gul 1kg Depot'])
    await add('product', 'Jaggery', ['Jaggery 1 kg'])
    await runOnce(bridged.bridge)
    // Its own spelling stays, and nothing is there twice.
    expect(aliasesOf('vendor', 'OM SAI WHOLESALE')).toEqual(['Om Sai Pune'])
    expect(aliasesOf('vendor', 'Om Sai Wholesale')).toBeUndefined()
    expect(aliasesOf('vendor', 'Pune Cable House')).toEqual([])
    // Found under a person's alias: it becomes no second entry.
    expect(aliasesOf('product', 'Jaggery')).toEqual(['Jaggery 1 kg', 'Gul 1kg'])
    expect(aliasesOf('product', 'Jaggery 1 kg')).toBeUndefined()
    expect(aliasesOf('product', 'Sunflower Oil 1 L')).toEqual(['S/F Oil 1L'])
    // Ledgers that are no sellers.
    for (const name of ['Cash', 'Input CGST', 'Web Customers', 'HDFC Bank Current A/c']) {
      expect(aliasesOf('vendor', name)).toBeUndefined()
    }
  })

  test('is told on the page of the books', () => {
    const [report] = knownBridges(bridged.shop, Date.now())
    expect(report?.sentence).toMatch(
      /^Tally is ready\. From the books came the names of \d+ sellers and 12 items, /,
    )
  })

  test('is not told beside what keeps everything out', async () => {
    const { books } = bridged.bridge
    const sentence = 'No company is open in Tally.'
    bridged.bridge.books = { ...books, health: async () => ({ health: 'closed', sentence }) }
    await runOnce(bridged.bridge)
    bridged.bridge.books = books
    expect(knownBridges(bridged.shop, Date.now())).toMatchObject([{ health: 'closed', sentence }])
  })

  test('is asked for no second time while nothing changed, also after a start', async () => {
    const before = [list('vendor'), list('product')]
    bridged.restart()
    const { books } = bridged.bridge
    bridged.bridge.books = {
      ...books,
      masters() {
        throw new Error('Nothing changed.')
      },
    }
    await bringNames(from())
    expect([list('vendor'), list('product')]).toEqual(before)
    bridged.bridge.books = books
  })

  test('when the folder of the bridge was lost changes nothing either', async () => {
    const before = [list('vendor'), list('product')]
    await bringNames({ ...from(), folder: bridged.folder })
    expect([list('vendor'), list('product')]).toEqual(before)
  })

  test('of two ledgers with one GSTIN is one seller', async () => {
    const gstin = '27AAPFU0939F1ZV'
    await putLedger(bridged.tally, { name: 'Shree Traders', gstin })
    await putLedger(bridged.tally, { name: 'Shree Traders Bhosari', gstin, aliases: ['Shree BH'] })
    await bringNames(from())
    expect(aliasesOf('vendor', 'Shree Traders')).toEqual(['Shree Traders Bhosari', 'Shree BH'])
    await putLedger(bridged.tally, { name: 'Shree Traders Nigdi', gstin })
    await bringNames(from())
    expect(aliasesOf('vendor', 'Shree Traders')).toContain('Shree Traders Nigdi')
    expect(aliasesOf('vendor', 'Shree Traders Nigdi')).toBeUndefined()
  })

  test('is found below a group of a person too', async () => {
    await put(bridged.tally, groupXml('Local Sellers', 'Sundry Creditors'))
    await put(bridged.tally, groupXml('Pimpri', 'Local Sellers'))
    await putLedger(bridged.tally, { name: 'Pimpri Traders', parent: 'Pimpri' })
    await bringNames(from())
    expect(aliasesOf('vendor', 'Pimpri Traders')).toEqual([])
  })

  test('by another name from now on is the same entry, whatever a person calls it here', async () => {
    const { database } = bridged.shop
    await putLedger(bridged.tally, { name: 'Renamed Traders', was: 'Pimpri Traders' })
    await bringNames(from())
    expect(aliasesOf('vendor', 'Pimpri Traders')).toEqual(['Renamed Traders'])
    const id = idOf('vendor', 'Pimpri Traders')
    const rename = { id, name: 'Ours', keepsOldName: false }
    await database.write((conn) => renameName(conn, rename, Date.now()))
    await putLedger(bridged.tally, { name: 'Renamed Again', was: 'Renamed Traders' })
    await bringNames(from())
    expect(aliasesOf('vendor', 'Ours')).toEqual(['Renamed Traders', 'Renamed Again'])
  })

  test('does not come back when a person took it out', async () => {
    const { database } = bridged.shop
    const id = idOf('vendor', 'Ours')
    await database.write((conn) => removeName(conn, id))
    await putLedger(bridged.tally, { name: 'Renamed Again', aliases: ['Once More'] })
    await bringNames(from())
    expect(list('vendor').some(({ name }) => /Renamed|Once More/.test(name))).toBe(false)
  })

  test('that another entry has stays there', async () => {
    await putItem(bridged.tally, { name: 'Palm Jaggery', aliases: ['Gul 1kg', 'Palm Gul'] })
    const { left } = await bringNames(from())
    expect(left).toBeGreaterThan(0)
    expect(aliasesOf('product', 'Jaggery')).toContain('Gul 1kg')
    expect(aliasesOf('product', 'Palm Jaggery')).toEqual(['Palm Gul'])
  })

  test('stays where it was deleted in Tally', async () => {
    const companies = bridged.tally.snapshot()
    for (const { masters } of companies) masters.STOCKITEM.delete('palm jaggery')
    bridged.tally.restoreTo(companies)
    await putItem(bridged.tally, { name: 'Cane Jaggery' })
    await bringNames(from())
    expect(aliasesOf('product', 'Palm Jaggery')).toEqual(['Palm Gul'])
    expect(aliasesOf('product', 'Cane Jaggery')).toEqual([])
  })

  test('that was made after a restore of Tally comes too, and is not what had its number before', async () => {
    const kept = bridged.tally.snapshot()
    await putLedger(bridged.tally, { name: 'Lost Traders' })
    await putLedger(bridged.tally, { name: 'Lost Agencies' })
    await bringNames(from())
    bridged.tally.restoreTo(kept)
    await putLedger(bridged.tally, { name: 'New Traders' })
    await bringNames(from())
    expect(aliasesOf('vendor', 'New Traders')).toEqual([])
    expect(aliasesOf('vendor', 'Lost Traders')).toEqual([])
  })

  test('is shown beforehand, and nothing is written', async () => {
    await putItem(bridged.tally, { name: 'Rock Sugar', partNo: 'RS-500' })
    const before = list('product')
    expect(await tryNames(from())).toEqual([
      { kind: 'product', name: 'Rock Sugar', isNew: true, aliases: ['RS-500'] },
    ])
    expect(list('product')).toEqual(before)
  })

  test('keeps nothing out when Daybook does not take it', async () => {
    await bridged.addBill({ number: 'OSW/900' })
    const { daybook } = bridged.bridge
    const refusing = { ask: () => Promise.reject(new TypeError('no')) }
    const broken = { ...from(), api: refusing }
    expect(await bringNames(broken).catch((error: unknown) => error)).toBeInstanceOf(TypeError)
    expect(daybook.storefront).toBeDefined()
    expect(await runOnce(bridged.bridge)).toMatchObject({ entered: 1 })
    expect(aliasesOf('product', 'Rock Sugar')).toEqual(['RS-500'])
  })

  test('is not asked for in each round while Daybook refuses it', async () => {
    bridged.restart()
    const { books, daybook } = bridged.bridge
    await putLedger(bridged.tally, { name: 'Refused Traders' })
    let ahead = 0
    let read = 0
    bridged.bridge.clock = { now: () => Date.now() + ahead }
    bridged.bridge.books = {
      ...books,
      sellerGroups() {
        read += 1
        return books.sellerGroups()
      },
    }
    const scans: Api = {
      ask: (asked) =>
        asked.path === 'vendors' && asked.method === 'POST'
          ? Promise.reject(new AppError('forbidden', 'Not with this key.'))
          : daybook.scans.ask(asked),
    }
    bridged.bridge.daybook = { ...daybook, scans }
    await runOnce(bridged.bridge)
    await runOnce(bridged.bridge)
    expect(read).toBe(1)
    ahead = 10 * 60_000
    bridged.bridge.daybook = daybook
    await runOnce(bridged.bridge)
    expect(read).toBe(2)
    expect(aliasesOf('vendor', 'Refused Traders')).toEqual([])
  })

  test('makes no problem of a round that entered all, also where the disk is full', async () => {
    bridged.restart()
    const full = Object.assign(new Error('No space left.'), { code: 'ENOSPC' })
    await putLedger(bridged.tally, { name: 'Last Traders' })
    bridged.withBooks(() => ({ sellerGroups: () => Promise.reject(full) }))
    expect(await runOnce(bridged.bridge)).not.toHaveProperty('problem')
    const [report] = knownBridges(bridged.shop, Date.now())
    expect(report?.sentence).toContain('the log of the bridge says why')
    bridged.restart()
  })

  test('ends where Daybook refuses one', async () => {
    let posts = 0
    const api: Api = {
      ask(asked) {
        if (asked.method === 'GET') return bridged.bridge.daybook.scans.ask(asked)
        posts += 1
        return Promise.reject(new AppError('forbidden', 'Not with this key.'))
      },
    }
    const books = { ...bridged.bridge.books, masters: (kind: MasterKind) => bolts(kind) }
    const folder = join(bridged.folder, 'refused')
    mkdirSync(folder)
    const brought = bringNames({ ...from(), books, api, folder })
    expect(await brought.catch((error: unknown) => error)).toMatchObject({ code: 'forbidden' })
    expect(posts).toBeLessThan(100)
  })

  test('comes to another Daybook of the same books as well', async () => {
    const other = await openShop()
    try {
      const { key } = await other.addKey({ email: owner, scopes: ['scans:import'], allUsers: true })
      const api = apiAt(`${other.url}/scan-export`, key)
      const { vendors } = await bringNames({ ...from(), api })
      const names = listNames(other.database.read, 'vendor').map(({ name }) => name)
      expect(names).toContain('New Traders')
      expect(Object.keys(vendors).length).toBeGreaterThan(5)
    } finally {
      await other.close()
    }
  })

  test('comes for 10,000 items, each in one call', async () => {
    const folder = join(bridged.folder, 'many')
    mkdirSync(folder)
    const asked: Asked[] = []
    const api: Api = {
      ask(one) {
        asked.push(one)
        return Promise.resolve(
          one.method === 'GET'
            ? { items: [], user: { id: 'u' } }
            : { id: 'x', created: true, aliases_added: 1 },
        )
      },
    }
    const books = { ...bridged.bridge.books, masters: (kind: MasterKind) => bolts(kind) }
    const { products, added } = await bringNames({ ...from(), books, api, folder })
    expect(Object.keys(products)).toHaveLength(10_000)
    expect(added).toBe(10_000)
    expect(asked).toHaveLength(10_003)
  })
})

function groupXml(name: string, parent: string): string {
  return `<GROUP NAME="${name}" ACTION="Create"><NAME>${name}</NAME><PARENT>${parent}</PARENT></GROUP>`
}
