import type { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { allBooks, booksOfKey, keepBooks } from '../../src/books/mapping/companies.ts'
import { mappingsAnswer } from '../../src/books/mapping/mappings-answer.ts'
import { listNamed } from '../../src/books/mapping/master-queries.ts'
import { listPartsOf } from '../../src/books/results/queries.ts'
import type { Database as Book } from '../../src/platform/db/database.ts'
import { updatedBook } from '../support/book-of-before.ts'
import { noon } from '../support/temporary-database.ts'

/** How many migrations there were when all books were kept as if they were one. */
const migrationsOfBefore = 28

const company = (name: string) =>
  JSON.stringify({ name, guid: `guid of ${name}`, number: '1', books_from: '2026-04-01' })

test('an update keeps what the books held and what was confirmed, for the books that were reported', async () => {
  await updated(
    (before) => {
      addReport(before, 'key old', company('Anand Foods'), noon - 1)
      addReport(before, 'key', company('Anand Stores'), noon)
      addReport(before, 'key wrong', company('Another Store'), noon, 'wrong_company')
      addHeld(before)
      addResult(before, 'key')
    },
    ({ read }) => {
      const books = booksOfKey(read, 'key') ?? 0
      const other = booksOfKey(read, 'key old') ?? 0
      expect(allBooks(read).map(({ name }) => name)).toEqual(['Anand Stores', 'Anand Foods'])
      expect(booksOfKey(read, 'key wrong')).toBeUndefined()
      const sought = { kind: 'ledger', term: 'purchase', limit: 5 } as const
      expect(listNamed(read).all({ ...sought, books })).toMatchObject([
        { master: { name: 'Purchase 5%' } },
      ])
      expect(listNamed(read).all({ ...sought, books: other })).toEqual([])
      for (const each of [books, other]) {
        expect(mappingsAnswer(read, each).ledgers).toEqual({ purchase: 'Purchase 5%' })
      }
      expect(listPartsOf(read).get({ kind: 'scan', subjectId: 'a', limit: 1 })).toMatchObject({
        books,
      })
    },
  )
})

test('what a program brought that reported no company is its own', async () => {
  await updated(
    (before) => {
      addReport(before, 'key', null, noon)
      addHeld(before)
    },
    ({ read }) => {
      const books = booksOfKey(read, 'key')
      expect(mappingsAnswer(read, books).ledgers).toEqual({ purchase: 'Purchase 5%' })
    },
  )
})

test.each(['Anand Stores', 'Anand Foods'])(
  'what a bridge held that another company was open for is there once it says that its own is %s',
  async (name) => {
    await updated(
      (before) => {
        addReport(before, 'key old', company('Anand Stores'), noon - 1, 'closed')
        addReport(before, 'key', company('Another Store'), noon, 'wrong_company')
        addHeld(before)
      },
      async (database) => {
        const own = await database.write((conn) => {
          const identity = { system: 'tally', guid: `guid of ${name}`, number: '1' }
          return keepBooks(conn, { ...identity, booksFrom: '2026-04-01', name }, 'key', noon)
        })
        const { read } = database
        const sought = { kind: 'ledger', term: 'purchase', limit: 5 } as const
        for (const books of [own, booksOfKey(read, 'key old') ?? 0]) {
          expect(listNamed(read).all({ ...sought, books })).toMatchObject([
            { master: { name: 'Purchase 5%' } },
          ])
          expect(mappingsAnswer(read, books).ledgers).toEqual({ purchase: 'Purchase 5%' })
        }
      },
    )
  },
)

const updated = (fill: (before: Database) => void, look: (book: Book) => unknown) =>
  updatedBook(migrationsOfBefore, fill, look)

function addReport(
  before: Database,
  key: string,
  told: string | null,
  at: number,
  health = 'ready',
): void {
  before.run(
    `INSERT INTO bridge_reports (key_id, system, company, health, sentence, version, machine, waiting, heard_at)
     VALUES (?, 'tally', ?, ?, '', '1', 'PC', 0, ?)`,
    [key, told, health, at],
  )
}

function addHeld(before: Database): void {
  before.run(
    "INSERT INTO book_masters VALUES ('ledger', 'p5', 'Purchase 5%', 'purchase 5%', 1, '', '', '{}', 'r')",
  )
  before.run("INSERT INTO book_master_terms VALUES ('ledger', 'purchase', 'p5')")
  before.run(
    "INSERT INTO book_mappings VALUES ('ledger', 'purchase', 'purchase', 'p5', 'Purchase 5%', '', NULL, 1)",
  )
}

function addResult(before: Database, program: string): void {
  before.run(
    `INSERT INTO import_results (kind, subject_id, part, program, revision, outcome, code, field, message, attempts,
       first_at, last_at, received_at, system, company, voucher_id, voucher_no, is_open)
     VALUES ('scan', 'a', 0, ?, '', 'parked', 'other', '', '', 1, 1, 1, 1, '', '', '', '', 1)`,
    [program],
  )
}
