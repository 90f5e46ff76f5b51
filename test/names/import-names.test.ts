import { beforeEach, expect, test } from 'bun:test'
import {
  addName,
  findShadowedHolder,
  importNames,
  tryNames,
  type NameInput,
  type ImportedName,
} from '../../src/names/add-name.ts'
import { listNames } from '../../src/names/queries.ts'
import { noon, setClock, temporaryDatabase } from '../support/temporary-database.ts'
import { eachAnew } from '../support/until-end.ts'

const temporary = eachAnew(temporaryDatabase)

beforeEach(async () => {
  await add({ name: 'Acme Traders', aliases: ['ACME', 'Acme Trading Co.'] })
  await add({ name: 'Zed Stores', aliases: ['ZED'] })
})

const add = (input: NameInput) =>
  temporary().database.write((conn) => addName(conn, 'vendor', input, noon))

const deps = () => ({ database: temporary().database, clock: setClock(noon) })

/** What is told of a name, without the ids of entries that a trial makes up. */
function told(row: ImportedName) {
  if ('error' in row) throw row.error
  const { created, aliasesAdded, shadowed, conflicts } = row
  return {
    created,
    aliasesAdded,
    shadowed: nameOf(shadowed),
    conflicts: conflicts.map(({ alias, name }) => [alias, name]),
  }
}

const nameOf = (holder: { name: string } | null) => holder?.name ?? null

const shadowedBy = (name: string) =>
  nameOf(findShadowedHolder(temporary().database.read, 'vendor', name))

const inputs: NameInput[] = [
  { name: 'acme  traders', aliases: ['ACME', 'Acme & Co.'] },
  { name: 'ZED', aliases: ['Acme Traders', 'ZED', 'Zedd'] },
  { name: 'New One', aliases: ['New One', 'N1', 'n1', 'zedd'] },
  { name: 'N1', aliases: [] },
  { name: 'New one', aliases: ['N 1'] },
  { name: 'Acme & Co.', aliases: ['acme'] },
]

test('a trial says of every name what entering it then does, each after those before it', async () => {
  const tried = (await tryNames(deps(), 'vendor', inputs)).map(told)
  expect(listNames(temporary().database.read, 'vendor')).toHaveLength(2)
  for (const [i, input] of inputs.entries()) expect(tried[i]).toEqual(told(await add(input)))
  expect(tried.map(({ shadowed }) => shadowed)).toEqual([
    null,
    'Zed Stores',
    null,
    'New One',
    null,
    'Acme Traders',
  ])
})

test('a trial refuses what entering refuses, and goes on with the next', async () => {
  const rows = [{ name: ' ', aliases: [] }, ...inputs]
  const tried = await tryNames(deps(), 'vendor', rows)
  const entered = await importNames(deps(), 'vendor', rows)
  for (const [first, second] of [tried, entered]) {
    const error = first !== undefined && 'error' in first ? first.error : undefined
    expect([error?.code, error?.details['field']]).toEqual(['invalid_request', 'name'])
    expect(second).toMatchObject({ created: false, aliasesAdded: 1 })
  }
})

test('a new name beats an alias, an old one and an unheard one beat none', () => {
  expect(['acme', 'Acme Traders', 'Unheard'].map(shadowedBy)).toEqual(['Acme Traders', null, null])
})
