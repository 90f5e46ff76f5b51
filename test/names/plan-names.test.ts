import { afterEach, beforeEach, expect, test } from 'bun:test'
import { addName, findBeatenHolder, type NameWish } from '../../src/names/add-name.ts'
import { namePlanner } from '../../src/names/plan-names.ts'
import { listNames } from '../../src/names/queries.ts'
import { noon, refusalOf, temporaryBook, type TemporaryBook } from '../support/temporary-book.ts'

let temporary: TemporaryBook

beforeEach(async () => {
  temporary = temporaryBook()
  await add({ name: 'Acme Traders', aliases: ['ACME', 'Acme Trading Co.'] })
  await add({ name: 'Zed Stores', aliases: ['ZED'] })
})

afterEach(async () => {
  await temporary[Symbol.asyncDispose]()
})

const add = (wish: NameWish) => temporary.book.write((conn) => addName(conn, 'vendor', wish, noon))

const nameOf = (holder: { name: string } | null) => holder?.name ?? null

const beatenBy = (name: string) => nameOf(findBeatenHolder(temporary.book.read, 'vendor', name))

const wishes: NameWish[] = [
  { name: 'acme  traders', aliases: ['ACME', 'Acme & Co.'] },
  { name: 'ZED', aliases: ['Acme Traders', 'ZED', 'Zedd'] },
  { name: 'New One', aliases: ['New One', 'N1', 'n1', 'zedd'] },
  { name: 'N1', aliases: [] },
  { name: 'New one', aliases: ['N 1'] },
  { name: 'Acme & Co.', aliases: ['acme'] },
]

test('a plan says of every name what entering it then does, each after those before it', async () => {
  const plan = namePlanner(temporary.book.read, 'vendor')
  const planned = wishes.map(plan).map((row) => ({
    ...row,
    beaten: nameOf(row.beaten),
    conflicts: row.conflicts.map(({ alias, name }) => [alias, name]),
  }))
  expect(listNames(temporary.book.read, 'vendor')).toHaveLength(2)
  for (const [i, wish] of wishes.entries()) {
    const { created, aliasesAdded, conflicts, beaten } = await add(wish)
    expect(planned[i]).toEqual({
      created,
      aliasesAdded,
      beaten: nameOf(beaten),
      conflicts: conflicts.map(({ alias, name }) => [alias, name]),
    })
  }
  expect(planned.map(({ beaten }) => beaten)).toEqual([
    null,
    'Zed Stores',
    null,
    'New One',
    null,
    'Acme Traders',
  ])
})

test('a plan refuses what entering refuses', async () => {
  const plan = namePlanner(temporary.book.read, 'vendor')
  const refusal = await refusalOf(Promise.resolve().then(() => plan({ name: ' ', aliases: [] })))
  expect([refusal.code, refusal.details['field']]).toEqual(['invalid_request', 'name'])
})

test('a new name beats an alias, an old one and an unheard one beat none', () => {
  expect(['acme', 'Acme Traders', 'Unheard'].map(beatenBy)).toEqual(['Acme Traders', null, null])
})
