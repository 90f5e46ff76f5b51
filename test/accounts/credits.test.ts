import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { enterByHand, useCredit, findCreditBalance } from '../../src/accounts/credits.ts'
import { creditBalances, creditEntries, history } from '../../src/accounts/tables.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { AppError } from '../../src/platform/errors.ts'
import { errorOf, noon, temporaryDatabase } from '../support/temporary-database.ts'

describe('credits', () => {
  test('are one for each scan, also when it is entered twice', async () => {
    await using open = temporaryDatabase()
    await open.database.write((conn) => useCredit(conn, 'ravi', 'scan 1', noon))
    await open.database.write((conn) => useCredit(conn, 'ravi', 'scan 1', noon + 1))
    await open.database.write((conn) => useCredit(conn, 'meena', 'scan 2', noon + 2))
    expect(entries(open.database)).toMatchObject([
      { kind: 'use', amount: -1, userId: 'ravi', scanId: 'scan 1', at: noon },
      { kind: 'use', amount: -1, userId: 'meena', scanId: 'scan 2' },
    ])
    expect(balance(open.database)).toBe(-2)
  })

  test('are never refused for lack of them', async () => {
    await using open = temporaryDatabase()
    expect(balance(open.database)).toBe(0)
    await open.database.write((conn) => useCredit(conn, 'ravi', 'scan', noon))
    expect(balance(open.database)).toBe(-1)
  })

  test('that an owner grants say who, when and why, twice the same is two grants', async () => {
    await using open = temporaryDatabase()
    const grant = { kind: 'grant' as const, amount: 100, by: 'boss', note: 'plan of November' }
    await open.database.write((conn) => enterByHand(conn, grant, noon))
    await open.database.write((conn) => enterByHand(conn, grant, noon))
    expect(balance(open.database)).toBe(200)
    const [entry] = entries(open.database)
    expect(entry).toMatchObject({ kind: 'grant', userId: 'boss', at: noon, note: grant.note })
    const lines = open.database.read.select().from(history).all()
    expect(lines.map(({ action }) => action)).toEqual(['credits granted', 'credits granted'])
  })

  test('of an act that is refused are not entered', async () => {
    await using open = temporaryDatabase()
    const refused = open.database.write((conn) => {
      useCredit(conn, 'ravi', 'scan', noon)
      throw new AppError('conflict', 'No.')
    })
    expect(await errorOf(refused)).toMatchObject({ message: 'No.' })
    expect([balance(open.database), entries(open.database)]).toEqual([0, []])
  })

  test('balance to the sum of what was entered, whatever came', async () => {
    await using open = temporaryDatabase()
    const step = fc.oneof(
      fc.record({ scan: fc.integer({ min: 0, max: 9 }) }),
      fc.record({ amount: fc.integer({ min: -50, max: 1000 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        await open.database.write((conn) => {
          conn.delete(creditEntries).run()
          conn.update(creditBalances).set({ balance: 0 }).run()
        })
        await Promise.all(
          steps.map((one) =>
            open.database.write((conn) => {
              if ('scan' in one) useCredit(conn, 'ravi', `scan ${one.scan}`, noon)
              else
                enterByHand(conn, { kind: 'grant', amount: one.amount, by: 'boss', note: '' }, noon)
            }),
          ),
        )
        const scans = new Set(steps.flatMap((one) => ('scan' in one ? [one.scan] : [])))
        const granted = steps.reduce((sum, one) => sum + ('amount' in one ? one.amount : 0), 0)
        expect(balance(open.database)).toBe(granted - scans.size)
        const sum = entries(open.database).reduce((total, { amount }) => total + amount, 0)
        expect(balance(open.database)).toBe(sum)
      }),
      { numRuns: 40 },
    )
  })
})

function balance(database: Database): number | undefined {
  return findCreditBalance(database.read).get()?.balance
}

function entries(database: Database) {
  return database.read.select().from(creditEntries).all()
}
