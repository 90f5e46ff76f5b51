import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  countedTurns,
  otherWriters,
  type OtherWriters,
  type WriterTurns,
} from '../../../src/platform/db/other-writers.ts'
import { temporaryDir } from '../../support/temporary-database.ts'

describe.skipIf(process.platform === 'win32')('the count of other writers', () => {
  let folder: ReturnType<typeof temporaryDir>
  let server: OtherWriters
  let command: WriterTurns

  beforeEach(() => {
    folder = temporaryDir()
    const file = folder.dir.writers
    command = countedTurns(file)
    const mapped = otherWriters(file)
    if (mapped === undefined) throw new Error('Files can be mapped here.')
    server = mapped
  })

  afterEach(() => {
    command.close()
    server.close()
    folder[Symbol.dispose]()
  })

  test('stays while nobody writes', () => {
    expect(server.lastOver()).toBe(0)
  })

  test('is unknown during a transaction, and another number after it', () => {
    const before = server.lastOver()
    command.begin()
    expect(server.lastOver()).toBeUndefined()
    command.end()
    expect(server.lastOver()).not.toBe(before)
  })

  test('stays unknown when the first of two writers ends late', () => {
    using second = disposable(countedTurns(folder.dir.writers))
    command.begin()
    second.turns.begin()
    command.end()
    expect(server.lastOver()).toBeUndefined()
    second.turns.end()
    expect(server.lastOver()).toBeNumber()
  })

  test('is known again after a writer was killed, once the server has the write lock', () => {
    command.begin()
    server.begin()
    expect(server.lastOver()).toBeNumber()
  })
})

function disposable(turns: WriterTurns) {
  return { turns, [Symbol.dispose]: () => turns.close() }
}
