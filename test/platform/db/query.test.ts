import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { query, type Params } from '../../../src/platform/db/connection.ts'
import { insertInto } from '../../../src/platform/db/statements.ts'
import { notebook, notes } from './notebook.ts'

const insertNote = insertInto(notes)
const countOfNotes = query((conn) => conn.select().from(notes))
const findNotes = query((conn, { note, limit }: Params<{ note: string; limit: number }>) =>
  conn.select().from(notes).where(eq(notes.note, note)).limit(limit),
)

test('a query is run with its parameters by name, and gives typed rows', async () => {
  await using book = notebook()
  await book.queue.write((conn) => {
    for (const note of ['tea', 'tea', 'rice']) insertNote(conn).run({ note })
  })
  const found: string[] = findNotes(book.conn)
    .all({ note: 'tea', limit: 5 })
    .map(({ note }) => note)
  expect(found).toEqual(['tea', 'tea'])
  expect(findNotes(book.conn).get({ note: 'salt', limit: 5 })).toBeUndefined()
  expect(countOfNotes(book.conn).all()).toHaveLength(3)
})

test('the types check parameters where a query is run', async () => {
  await using book = notebook()
  // @ts-expect-error A parameter is missing.
  expect(() => findNotes(book.conn).all({ note: 'tea' })).toThrow()
  // @ts-expect-error There are parameters, and none is given.
  expect(() => findNotes(book.conn).all()).toThrow()
  // @ts-expect-error A parameter has another type.
  expect(findNotes(book.conn).all({ note: 'tea', limit: '5' })).toEqual([])
  // @ts-expect-error There are none, and one is given.
  expect(countOfNotes(book.conn).all({ note: 'tea' })).toEqual([])
})
