import { expect, test } from 'bun:test'
import { inArray } from 'drizzle-orm'
import { query, type Conn } from '../../../src/platform/db/connection.ts'
import { insertInto } from '../../../src/platform/db/statements.ts'
import { tryOut, writeEach } from '../../../src/platform/db/database.ts'
import { patientPauseMs } from '../../../src/platform/turns.ts'
import { notebook, notes } from './notebook.ts'

const insertNote = insertInto(notes)
const listNext = query((conn) => conn.select().from(notes).limit(3))
const names = ['tea', 'rice', 'salt', 'oil']

function writeNotes(conn: Conn, some: Iterable<string>): string[] {
  return Array.from(some, (note) => {
    insertNote(conn).run({ note })
    return note
  })
}

test('items are written in order, at least one in each transaction', async () => {
  await using book = notebook()
  const slices = await Array.fromAsync(writeEach(book.queue, names, { ms: 0 }, writeNotes))
  expect(slices).toEqual(names.map((name) => [name]))
  expect(book.written()).toEqual(names)
})

test('there is one transaction where there is time for all', async () => {
  await using book = notebook()
  const slices = await Array.fromAsync(writeEach(book.queue, names, { ms: 60_000 }, writeNotes))
  expect(slices).toEqual([names])
  expect(book.queue.commits).toBe(1)
})

test('what is in the database when something stops the list is known', async () => {
  await using book = notebook()
  const known: string[] = []
  const failing = async () => {
    const slices = writeEach(book.queue, names, { ms: 0 }, (conn, some) => {
      const written = writeNotes(conn, some)
      if (written.includes('salt')) throw new Error('No salt.')
      return written
    })
    for await (const slice of slices) known.push(...slice)
  }
  expect(await failing().catch(String)).toBe('Error: No salt.')
  expect(known).toEqual(['tea', 'rice'])
  expect(book.written()).toEqual(known)
})

test('work that nobody waits for leaves time to others after each transaction', async () => {
  await using book = notebook()
  let left = Promise.resolve(false)
  let isLeft = false
  for await (const _ of writeEach(book.queue, names, { ms: 0, isPatient: true }, writeNotes)) {
    // The first one is given before anything was left.
    if (book.written().length > 1) expect(isLeft).toBe(true)
    isLeft = false
    left = Bun.sleep(patientPauseMs / 2).then(() => (isLeft = true))
  }
  await left
  expect(book.written()).toEqual(names)
})

test('what comes next may be asked of the database, until there is nothing', async () => {
  await using book = notebook()
  await book.queue.write((conn) => writeNotes(conn, names))
  const slices = writeEach(
    book.queue,
    (reader) => listNext(reader).all(),
    { ms: 60_000 },
    (conn, some) => {
      const ids = Array.from(some, ({ id }) => id)
      conn.delete(notes).where(inArray(notes.id, ids)).run()
      return ids.length
    },
  )
  expect(await Array.fromAsync(slices)).toEqual([3, 1])
  expect(book.written()).toEqual([])
})

test('whoever stops listening ends it after the commit', async () => {
  await using book = notebook()
  for await (const slice of writeEach(book.queue, names, { ms: 0 }, writeNotes)) {
    if (slice.includes('rice')) break
  }
  expect(book.written()).toEqual(['tea', 'rice'])
})

test('what is only tried says what it would do, and writes nothing', async () => {
  await using book = notebook()
  const told = await tryOut(book.queue, function* (conn) {
    yield
    return writeNotes(conn, names)
  })
  expect(told).toEqual(names)
  expect(book.written()).toEqual([])
})

test('a refusal of what is only tried reaches the caller', async () => {
  await using book = notebook()
  const tried = tryOut(book.queue, function* () {
    yield
    throw new Error('No salt.')
  })
  expect(await tried.catch(String)).toBe('Error: No salt.')
})
