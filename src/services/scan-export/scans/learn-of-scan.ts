import { Value } from '@sinclair/typebox/value'
import type { Conn } from '../../../platform/db/connection.ts'
import type { ScanExportDeps } from '../deps.ts'
import { confirmedBill } from '../../../reader/habits/confirmed-bill.ts'
import { sellerHabits } from '../../../reader/habits/habit.ts'
import { keepSeller, knownSeller } from '../reading/habits/keep-habits.ts'
import { phrasesOfScan } from '../reading/habits/keep-phrases.ts'
import { learn } from '../../../reader/habits/learn.ts'
import { learnAliases } from '../reading/habits/learn-aliases.ts'
import { papersOf } from './papers.ts'
import { findScan, type Scan } from './queries.ts'

type Deps = Pick<ScanExportDeps, 'clock' | 'rules' | 'names'>

/**
 * Learns how a seller prints bills, from a bill that a person, `by`, has just saved. `before`: the scan before the save. Only from bills
 * that Daybook read: for others nobody knows where values stand.
 */
export function learnOfScan(conn: Conn, deps: Deps, before: Scan, by: string): void {
  const { id } = before
  const scan = findScan(conn).get({ id })
  const phrases = phrasesOfScan(conn, id)
  if (scan === undefined || phrases === undefined) return
  const { rules } = deps.rules(conn)
  const { read, typed } = papersOf(conn, scan, rules)
  if (read === null || typed === null) return
  const previous = papersOf(conn, before, rules).typed ?? undefined
  const savedAt = deps.clock.now()
  const bill = confirmedBill({ read, typed, previous, phrases, savedAt })
  if (bill === undefined) return
  const known = knownSeller(conn, bill.seller)
  const name = bill.name || (known?.name ?? '')
  const habits = learn(known?.habits, bill)
  // Habits that do not fit the schema could not be read back. Everything known about the seller would be lost.
  if (!Value.Check(sellerHabits, habits)) return
  const sellerId = keepSeller(conn, { name, confirmedAt: savedAt, habits })
  learnAliases(conn, deps, bill, { id: sellerId, name, by })
}
