import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bringMasters } from '../../src/bridge/bring-masters.ts'
import type { MasterKind } from '../../src/bridge/books.ts'
import { reportProgress } from '../../src/bridge/report.ts'
import { runOnce } from '../../src/bridge/run.ts'
import { readMasters } from '../../src/bridge/tally/masters.ts'
import { rowsIn } from '../../src/bridge/tally/tree.ts'
import { usualBooks } from '../../src/books/mapping/companies.ts'
import { countMasters, listNamed } from '../../src/books/mapping/master-queries.ts'
import type { JsonObject } from '../../src/platform/json/json.ts'
import { wholeTerm } from '../../src/books/mapping/rules.ts'
import { type BridgedShop, openBridgedShop } from '../support/bridge.ts'

let bridged: BridgedShop

beforeAll(async () => {
  bridged = await openBridgedShop()
})

afterAll(() => bridged.close())

const ready = { health: 'ready', sentence: 'Tally is ready.' } as const

const dayMs = 24 * 60 * 60 * 1000

function known(kind: MasterKind, name: string) {
  const read = bridged.shop.database.read
  return listNamed(read).all({
    books: usualBooks(read) ?? 0,
    kind,
    term: wholeTerm(name),
    limit: 1,
  })[0]?.master
}

/** What of Tally was asked for meanwhile: kinds, each with the AlterID from which on. */
async function askedDuring(work: () => Promise<unknown>): Promise<[MasterKind, number][]> {
  const { books } = bridged.bridge
  const asked: [MasterKind, number][] = []
  bridged.bridge.books = {
    ...books,
    masters(kind, after) {
      asked.push([kind, after])
      return books.masters(kind, after)
    },
  }
  await work()
  bridged.bridge.books = books
  return asked
}

const bring = (later = 0) =>
  bringMasters({ ...bridged.bridge, clock: { now: () => Date.now() + later } })

describe('what Tally holds', () => {
  test('is in Daybook after the first round, with what it is found by', async () => {
    await runOnce(bridged.bridge)
    const { read } = bridged.shop.database
    const counts = countMasters(read).all({ books: usualBooks(read) ?? 0 })
    expect(counts.map(({ kind }) => kind)).toEqual([
      'godown',
      'item',
      'ledger',
      'unit',
      'voucher_type',
    ])
    expect(known('ledger', 'Om Sai Wholesale')).toMatchObject({ gstin: '27AGDFO8688H1ZB' })
    expect(known('ledger', 'Input CGST')?.details).toContain('Duties & Taxes')
    expect(known('voucher_type', 'Purchase Manual')?.details).toContain('"parent":"Purchase"')
    expect(known('unit', 'Nos')).toBeDefined()
    const [item] = bridged.shop.database.read.$client
      .query<{ hsn: string; details: string }, []>(
        "SELECT hsn, details FROM book_masters WHERE kind = 'item' AND hsn <> '' LIMIT 1",
      )
      .all()
    expect(item?.details).toContain('"unit":')
  })

  test('is not asked for again while nothing changed, also after a start', async () => {
    bridged.restart()
    expect(await askedDuring(() => bring())).toEqual([])
  })

  test('comes as far as it changed, from the last AlterID on', async () => {
    const ledger = { name: 'New & Sons', parent: 'Sundry Creditors', field: 'party:|New & Sons' }
    await bridged.bridge.books.createLedger({ ...ledger, gstin: '', state: '' })
    const asked = await askedDuring(() => bring())
    expect(asked.map(([kind]) => kind)).toContain('ledger')
    expect(asked.every(([, after]) => after > 0)).toBe(true)
    expect(known('ledger', 'New & Sons')).toBeDefined()
    expect(known('ledger', 'Om Sai Wholesale')).toBeDefined()
  })

  test('goes a day later when it was deleted there', async () => {
    const companies = bridged.tally.snapshot()
    for (const { masters } of companies) {
      for (const [key, { name }] of masters.LEDGER) {
        if (name === 'New & Sons') masters.LEDGER.delete(key)
      }
    }
    bridged.tally.restoreTo(companies)
    await bring()
    expect(known('ledger', 'New & Sons')).toBeDefined()
    await bring(dayMs + 1)
    expect(known('ledger', 'New & Sons')).toBeUndefined()
    expect(known('ledger', 'Om Sai Wholesale')).toBeDefined()
  })

  test('comes whole to another Daybook than before', async () => {
    const { bridge } = bridged
    const file = join(bridge.folder, 'masters.json')
    const brought: JsonObject = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...brought, to: 'another one' }))
    const asked = await askedDuring(() => bring())
    expect(asked).toContainEqual(['ledger', 0])
    expect(await askedDuring(() => bring())).toEqual([])
  })

  test('is told as it comes, kind by kind, the next time with how many there were', async () => {
    const told: unknown[] = []
    const { books } = bridged.bridge
    const read = (later: number) =>
      bringMasters({
        ...bridged.bridge,
        books: { masterMark: () => books.masterMark(), masters: manyLedgers },
        clock: { now: () => Date.now() + later },
        onProgress: (progress) => Promise.resolve(void told.push(progress)),
      })
    rmSync(join(bridged.bridge.folder, 'masters.json'))
    await read(0)
    await read(dayMs + 1)
    expect(told).toEqual([
      { kind: 'ledger', read: 2_000, of: undefined },
      { kind: 'ledger', read: 4_000, of: undefined },
      { kind: 'ledger', read: 2_000, of: 4_500 },
      { kind: 'ledger', read: 4_000, of: 4_500 },
    ])
    await reportProgress(bridged.bridge, ready, { kind: 'ledger', read: 104_000, of: 198_000 })
    expect(bridged.bridge.state.reading).toBe(
      'It reads what the books hold: 1,04,000 of about 1,98,000 ledgers so far.',
    )
  })

  test('keeps nothing out when it cannot be read', async () => {
    await bridged.addBill()
    bridged.bridge.state.watchedAt = 0
    bridged.withBooks((books) => ({
      masterMark: async () => (await books.masterMark()) + 1,
      masters: (kind, after) => readMasters(cutOff, 'Shop', kind, after),
    }))
    expect(await runOnce(bridged.bridge)).toMatchObject({ entered: 1 })
  })
})

describe('rows of an answer', () => {
  const whole =
    '<ENVELOPE><DESC><CMPINFO><UNIT>0</UNIT></CMPINFO></DESC><DATA><COLLECTION ISMSTDEPTYPE="Yes">' +
    '<UNIT NAME="Nos"><NAME>Nos</NAME><UNITNAME>x</UNITNAME></UNIT><UNIT NAME="Kgs"><NAME>Kgs &amp; more</NAME></UNIT>' +
    '</COLLECTION></DATA></ENVELOPE>'

  test.each([1, 7, 1000])('are read from pieces of %d characters', async (size) => {
    const pieces = whole.match(new RegExp(`.{1,${size}}`, 'g')) ?? []
    expect(await Array.fromAsync(rowsIn(piecesOf(pieces), 'UNIT'))).toMatchObject([
      { NAME: 'Nos', '@NAME': 'Nos' },
      { NAME: 'Kgs & more' },
    ])
  })

  test('are none where there are none', async () => {
    const none = '<ENVELOPE><DATA><COLLECTION></COLLECTION></DATA></ENVELOPE>'
    expect(await Array.fromAsync(rowsIn(piecesOf([none]), 'UNIT'))).toEqual([])
  })

  test('are refused when the answer was cut off', async () => {
    const cut = whole.slice(0, -20)
    const read = Array.fromAsync(rowsIn(piecesOf([cut]), 'UNIT'))
    expect(await read.catch((error: unknown) => error)).toMatchObject({ code: 'unavailable' })
  })
})

async function* manyLedgers(kind: MasterKind) {
  if (kind !== 'ledger') return
  for (let alter = 1; alter <= 4_500; alter++) {
    yield await Promise.resolve({ id: `m${alter}`, name: `Ledger ${alter}`, alter_id: alter })
  }
}

async function* piecesOf(pieces: readonly string[]): AsyncGenerator<string> {
  yield* await Promise.resolve(pieces)
}

/** A Tally that ends in the middle of an answer. */
const cutOff = { readPieces: () => piecesOf(['<ENVELOPE><COLLECTION>']) }
