import { expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { diskSentence } from '../../../src/platform/db/connection.ts'
import { runDaybook } from '../../cli/run-daybook.ts'
import { temporaryDir } from '../../support/temporary-database.ts'

test('a command says in one sentence that the disk failed it', async () => {
  using temporary = temporaryDir()
  const { root, database } = temporary.dir
  mkdirSync(database)
  const { code, stderr } = await runDaybook(['user', 'list', '--data', root])
  expect(code).toBe(1)
  expect(stderr).toBe(
    `The disk failed, or this user may not use it: unable to open database file (SQLITE_CANTOPEN). Check both, and try again.\n`,
  )
})

test('the reason is found behind the errors that were made of it', () => {
  const reason = Object.assign(new Error('EIO: i/o error, fsync'), {
    code: 'EIO',
    syscall: 'fsync',
  })
  const wrapped = new Error('Failed to run the query', { cause: reason })
  expect(diskSentence(wrapped)).toContain('EIO: i/o error, fsync')
})

test('a bug is no failing disk', () => {
  expect(diskSentence(new TypeError('undefined is not a function'))).toBeUndefined()
})
