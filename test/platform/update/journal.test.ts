import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type UpdateJournal,
  readJournal,
  settleUpdate,
  writeJournal,
} from '../../../src/platform/update/trial.ts'
import { temporaryDir } from '../../support/temporary-database.ts'

const journal = { from: '0.1.0', to: '0.2.0', executable: '/opt/daybook', backup: '/b.tar' }

/** What stands there once a version serves. */
async function settled(step: UpdateJournal['step'], version: string) {
  using folder = temporaryDir()
  await writeJournal(folder.dir, { ...journal, step })
  await settleUpdate(folder.dir, version)
  return readJournal(folder.dir)?.step
}

test('an update has worked once what it put in place serves', async () => {
  expect(await settled('replacing', '0.2.0')).toBe('done')
  expect(await settled('replacing', '0.0.9')).toBe('replacing')
})

test('an update never was where the Daybook of before serves', async () => {
  expect(await settled('replacing', '0.1.0')).toBeUndefined()
})

test('a damaged note of an update is none, and keeps nobody from serving', async () => {
  using folder = temporaryDir()
  writeFileSync(join(folder.dir.root, 'update.json'), '{"from":')
  expect(readJournal(folder.dir)).toBeUndefined()
  await settleUpdate(folder.dir, '0.2.0')
})

test('going back is over once the Daybook of before serves: nothing of it takes away what comes in then', async () => {
  expect(await settled('going back', '0.1.0')).toBeUndefined()
  expect(await settled('going back', '0.2.0')).toBe('going back')
})
