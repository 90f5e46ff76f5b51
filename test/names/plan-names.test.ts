import { afterEach, beforeEach, expect, test } from 'bun:test'
import { addName, findShadowedHolder, type NameInput } from '../../src/names/add-name.ts'
import { namePlanner } from '../../src/names/import-names.ts'
import { listNames } from '../../src/names/queries.ts'
import {
  noon,
  refusalOf,
  temporaryDatabase,
  type TemporaryDatabase,
} from '../support/temporary-database.ts'

let temporary: TemporaryDatabase

beforeEach(async () => {
  temporary = temporaryDatabase()
  await add({ name: 'Acme Traders', aliases: ['ACME', 'Acme Trading Co.'] })
  await add({ name: 'Zed Stores', aliases: ['ZED'] })
})

afterEach(async () => {
  await temporary[Symbol.asyncDispose]()
})

const add = (input: NameInput) =>
  temporary.database.write((conn) => addName(conn, 'vendor', input, noon))

const nameOf = (holder: { name: string } | null) => holder?.name ?? null

const shadowedBy = (name: string) =>
  nameOf(findShadowedHolder(temporary.database.read, 'vendor', name))

const inputs: NameInput[] = [
  { name: 'acme  traders', aliases: ['ACME', 'Acme & Co.'] },
  { name: 'ZED', aliases: ['Acme Traders', 'ZED', 'Zedd'] },
  { name: 'New One', aliases: ['New One', 'N1', 'n1', 'zedd'] },
  { name: 'N1', aliases: [] },
  { name: 'New one', aliases: ['N 1'] },
  { name: 'Acme & Co.', aliases: ['acme'] },
]

test('a plan says of every name what entering it then does, each after those before it', async () => {
  const plan = namePlanner(temporary.database.read, 'vendor')
  const planned = inputs.map(plan).map((row) => ({
    ...row,
    shadowed: nameOf(row.shadowed),
    conflicts: row.conflicts.map(({ alias, name }) => [alias, name]),
  }))
  expect(listNames(temporary.database.read, 'vendor')).toHaveLength(2)
  for (const [i, input] of inputs.entries()) {
    const { created, aliasesAdded, conflicts, shadowed } = await add(input)
    expect(planned[i]).toEqual({
      created,
      aliasesAdded,
      shadowed: nameOf(shadowed),
      conflicts: conflicts.map(({ alias, name }) => [alias, name]),
    })
  }
  expect(planned.map(({ shadowed }) => shadowed)).toEqual([
    null,
    'Zed Stores',
    null,
    'New One',
    null,
    'Acme Traders',
  ])
})

test('a plan refuses what entering refuses', async () => {
  const plan = namePlanner(temporary.database.read, 'vendor')
  const refusal = await refusalOf(Promise.resolve().then(() => plan({ name: ' ', aliases: [] })))
  expect([refusal.code, refusal.details['field']]).toEqual(['invalid_request', 'name'])
})

test('a new name beats an alias, an old one and an unheard one beat none', () => {
  expect(['acme', 'Acme Traders', 'Unheard'].map(shadowedBy)).toEqual(['Acme Traders', null, null])
})
