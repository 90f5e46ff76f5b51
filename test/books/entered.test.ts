import { expect, test } from 'bun:test'
import { countEntered, listEntered } from '../../src/books/results/queries.ts'
import { sqlOf } from '../support/sql-of.ts'
import { temporaryDatabase } from '../support/temporary-database.ts'

test('what went into the books is listed and counted by its index, however many results there are', async () => {
  await using temporary = temporaryDatabase()
  const { read } = temporary.database
  const plans = [listEntered(read), countEntered(read)].map((statement) =>
    read.$client
      .query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sqlOf(statement)}`)
      .all()
      .map(({ detail }) => detail)
      .filter((detail) => /import_results|TEMP B-TREE/.test(detail)),
  )
  expect(plans).toEqual([
    ['SCAN import_results USING INDEX import_results_entered'],
    ['SCAN import_results USING COVERING INDEX import_results_entered'],
  ])
})
