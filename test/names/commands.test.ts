import { beforeEach, describe, expect, test } from 'bun:test'
import { addAliases, addName } from '../../src/names/add-name.ts'
import {
  mergeNames,
  moveAlias,
  removeAlias,
  removeName,
  renameName,
} from '../../src/names/change-names.ts'
import { nameMatchers } from '../../src/names/matching.ts'
import { listNames } from '../../src/names/queries.ts'
import type { Conn } from '../../src/platform/db/connection.ts'
import { noon, refusalOf, temporaryDatabase } from '../support/temporary-database.ts'
import { eachAnew } from '../support/until-end.ts'

const noId = '00000000-0000-7000-8000-000000000000'

const temporary = eachAnew(temporaryDatabase)
let acme: string
let zed: string
let now: number

beforeEach(async () => {
  now = noon
  acme = await add('Acme Traders', 'ACME', 'Acme Trading Co.')
  zed = await add('Zed Stores', 'ZED')
  now = noon + 1000
})

const write = <T>(command: (conn: Conn) => T) => temporary().database.write(command)

async function add(name: string, ...aliases: string[]): Promise<string> {
  return (await write((conn) => addName(conn, 'vendor', { name, aliases }, now))).id
}

const found = (name: string) => nameMatchers()(temporary().database.read).vendors.canonical(name)
const entry = (id: string) =>
  listNames(temporary().database.read, 'vendor').find((one) => one.id === id)
const aliasesOf = (id: string) => entry(id)?.aliases.map(({ alias }) => alias)

function aliasId(id: string, alias: string): string {
  const known = entry(id)?.aliases.find((one) => one.alias === alias)
  if (known === undefined) throw new Error(`There is no alias ${alias}.`)
  return known.id
}

const rename = (name: string, keepsOldName = true) =>
  write((conn) => renameName(conn, { id: acme, name, keepsOldName }, now))

const merge = (from: string, into: string) => write((conn) => mergeNames(conn, { from, into }, now))

describe('renaming', () => {
  test('keeps the old name as an alias, and what said it is found under the new one', async () => {
    expect(await rename('Acme & Sons')).toEqual({ changed: true, conflicts: [] })
    expect(aliasesOf(acme)).toEqual(['ACME', 'Acme Trading Co.', 'Acme Traders'])
    expect(found('acme traders')).toBe('Acme & Sons')
    expect(entry(acme)?.updatedAt).toBe(now)
  })

  test('forgets the old name when that was wished', async () => {
    await rename('Acme & Sons', false)
    expect(found('Acme Traders')).toBeUndefined()
    expect(found('ACME')).toBe('Acme & Sons')
  })

  test('to another spelling of the same name adds no alias', async () => {
    await rename('ACME  TRADERS')
    expect(entry(acme)?.name).toBe('ACME  TRADERS')
    expect(aliasesOf(acme)).toEqual(['ACME', 'Acme Trading Co.'])
  })

  test('to what it is called already changes nothing', async () => {
    expect(await rename(' Acme Traders ')).toEqual({ changed: false, conflicts: [] })
    expect(entry(acme)?.updatedAt).toBe(noon)
  })

  test('to the name of another entry is refused at the field', async () => {
    const refusal = await refusalOf(rename('zed  stores'))
    expect([refusal.code, refusal.details['field']]).toEqual(['conflict', 'name'])
    expect(refusal.message).toContain('“Zed Stores”')
    expect(entry(acme)?.name).toBe('Acme Traders')
  })

  test('to an alias of another entry is allowed, and the name comes before it', async () => {
    await rename('ZED')
    expect(found('zed')).toBe('ZED')
    expect(aliasesOf(zed)).toEqual(['ZED'])
  })

  test('says when the old name is an alias elsewhere and is found there from now on', async () => {
    const other = await add('Indane')
    await write((conn) => removeName(conn, other))
    await write((conn) => addAliases(conn, { id: zed, aliases: ['Indane'] }, now))
    const later = await add('Indane')
    const renamed = await write((conn) =>
      renameName(conn, { id: later, name: 'Indian Gas', keepsOldName: true }, now),
    )
    expect(renamed.conflicts).toEqual([{ alias: 'Indane', id: zed, name: 'Zed Stores' }])
    expect(found('indane')).toBe('Zed Stores')
  })

  test.each(['', '   ', 'x'.repeat(201)])('to %j is refused', async (name) => {
    const refusal = await refusalOf(rename(name))
    expect([refusal.code, refusal.details['field']]).toEqual(['invalid_request', 'name'])
  })

  test('what is gone is refused', async () => {
    const input = { id: noId, name: 'X', keepsOldName: true }
    const refusal = await refusalOf(write((conn) => renameName(conn, input, now)))
    expect(refusal.code).toBe('not_found')
  })
})

describe('aliases', () => {
  test('are added by id, and one that another entry holds is named', async () => {
    const placed = await write((conn) =>
      addAliases(conn, { id: zed, aliases: ['Z Stores', 'zed', 'acme', 'Acme Traders'] }, now),
    )
    expect(placed.added).toBe(1)
    expect(placed.conflicts.map(({ alias, id }) => [alias, id])).toEqual([
      ['acme', acme],
      ['Acme Traders', acme],
    ])
    expect(aliasesOf(zed)).toEqual(['ZED', 'Z Stores'])
    expect(entry(zed)?.updatedAt).toBe(now)
  })

  test('that are there already move no time', async () => {
    await write((conn) => addAliases(conn, { id: zed, aliases: ['ZED'] }, now))
    expect(entry(zed)?.updatedAt).toBe(noon)
  })

  test('go, and map nothing any more; the time stays', async () => {
    const id = aliasId(acme, 'ACME')
    await write((conn) => removeAlias(conn, id))
    expect(found('ACME')).toBeUndefined()
    expect(entry(acme)?.updatedAt).toBe(noon)
    expect((await refusalOf(write((conn) => removeAlias(conn, id)))).code).toBe('not_found')
  })

  test('move to another entry', async () => {
    const id = aliasId(acme, 'ACME')
    expect(await write((conn) => moveAlias(conn, { id, to: zed }, now))).toBe(true)
    expect(found('acme')).toBe('Zed Stores')
    expect([entry(acme)?.updatedAt, entry(zed)?.updatedAt]).toEqual([noon, now])
    expect(await write((conn) => moveAlias(conn, { id, to: zed }, now))).toBe(false)
  })

  test('do not move into the other list, nor to what is gone', async () => {
    const rice = await write((conn) => addName(conn, 'product', { name: 'Rice', aliases: [] }, now))
    const id = aliasId(acme, 'ACME')
    const move = (to: string) => refusalOf(write((conn) => moveAlias(conn, { id, to }, now)))
    expect((await move(rice.id)).code).toBe('invalid_request')
    expect((await move(noId)).code).toBe('not_found')
  })
})

describe('merging', () => {
  test('finds under one name all that was found under two', async () => {
    await merge(zed, acme)
    expect(entry(zed)).toBeUndefined()
    for (const name of ['Acme Traders', 'ACME', 'zed', 'Zed Stores']) {
      expect(found(name)).toBe('Acme Traders')
    }
    expect(aliasesOf(acme)).toEqual(['ACME', 'Acme Trading Co.', 'ZED', 'Zed Stores'])
    expect(entry(acme)?.updatedAt).toBe(now)
  })

  test('takes the name even when a third entry has it as an alias, which did not count', async () => {
    const third = await add('Third', 'Fourth')
    const fourth = await add('Fourth')
    expect(found('fourth')).toBe('Fourth')
    await merge(fourth, acme)
    expect(found('fourth')).toBe('Acme Traders')
    expect(aliasesOf(third)).toEqual([])
  })

  test('keeps an alias that is the name already', async () => {
    const twin = await add('Acme Twin')
    await write((conn) => moveAlias(conn, { id: aliasId(acme, 'ACME'), to: twin }, now))
    const named = await add('ACME')
    await merge(named, twin)
    expect(aliasesOf(twin)).toEqual(['ACME'])
    expect(found('acme')).toBe('Acme Twin')
  })

  test('with itself, with the other list or with what is gone is refused', async () => {
    const rice = await write((conn) => addName(conn, 'product', { name: 'Rice', aliases: [] }, now))
    for (const [from, into, code] of [
      [acme, acme, 'invalid_request'],
      [acme, rice.id, 'invalid_request'],
      [noId, acme, 'not_found'],
      [acme, noId, 'not_found'],
    ] as const) {
      expect((await refusalOf(merge(from, into))).code).toBe(code)
    }
    expect(entry(acme)?.aliases).toHaveLength(2)
  })
})

test('deleting takes the aliases along, and the name is free', async () => {
  await write((conn) => removeName(conn, acme))
  expect([found('ACME'), found('Acme Traders')]).toEqual([undefined, undefined])
  await write((conn) => addAliases(conn, { id: zed, aliases: ['Acme Traders'] }, now))
  expect(found('acme traders')).toBe('Zed Stores')
  expect((await refusalOf(write((conn) => removeName(conn, acme)))).code).toBe('not_found')
})
