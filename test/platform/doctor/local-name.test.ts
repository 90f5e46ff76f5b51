import { networkInterfaces } from 'node:os'
import { expect, test } from 'bun:test'
import { readConfig } from '../../../src/platform/config.ts'
import { localName } from '../../../src/platform/doctor/machine.ts'
import { namesWithClaimed, networkSetting } from '../../../src/platform/http/listening/addresses.ts'
import { writeSetting } from '../../../src/platform/settings.ts'
import { noon, temporaryDatabase } from '../../support/temporary-database.ts'

const [own = ''] = Object.values(networkInterfaces()).flatMap(
  (all) => all?.map(({ address }) => address) ?? [],
)

/** What doctor says where the network answers so, of a book that is open to it and has a name. */
async function saidOf(
  answer: string | undefined,
  { name = 'daybook.local', flag = 'daybook' } = {},
) {
  await using open = temporaryDatabase()
  const { database, dir } = open
  await database.write((conn) => writeSetting(conn, networkSetting, 'network'))
  if (name !== '') await namesWithClaimed(database).note(name)
  const examined = { dir, env: {}, now: noon, book: { conn: database.read } }
  const config = () => readConfig({ localName: flag }, {}, dir.config)
  const served = { ...examined, serverUrl: 'http://127.0.0.1:1', readConfig: config }
  const found = await localName(served, () => Promise.resolve(answer))
  return found && [found.state, found.says]
}

test('doctor says whether the network finds this computer by the name that it was given', async () => {
  expect(await saidOf(own)).toEqual(['good', 'Others find this computer as daybook.local.'])
  const nobody = ['warning', 'Nobody in the network answers for daybook-2.local.']
  expect(await saidOf(undefined, { name: 'daybook-2.local' })).toEqual(nobody)
  const other = ['warning', 'daybook.local is the computer at 203.0.113.9, not this one.']
  expect(await saidOf('203.0.113.9')).toEqual(other)
  expect((await saidOf(own, { name: '' }))?.[0]).toBe('warning')
  expect(await saidOf(undefined, { flag: 'none' })).toEqual([
    'good',
    'Daybook is told to take none.',
  ])
})

test('doctor asks for no name while nobody else may come in', async () => {
  await using open = temporaryDatabase()
  const { database, dir } = open
  const examined = { dir, env: {}, now: noon, book: { conn: database.read } }
  const config = () => readConfig({}, {}, dir.config)
  const served = { ...examined, serverUrl: 'http://127.0.0.1:1', readConfig: config }
  expect(await localName(served, askNobody)).toBeUndefined()
})

function askNobody(): never {
  throw new Error('It was asked for.')
}
