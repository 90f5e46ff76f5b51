import { findOrganisation } from '../../../../accounts/queries.ts'
import type { Clock } from '../../../../platform/time.ts'
import type { CheckedAgainst } from '../../../../paper/checks/document.ts'
import { dayInIndia } from '../../../../paper/checks/values.ts'
import type { ScanExportDeps } from '../../deps.ts'
import { compileRules, type CompiledRules } from '../../../../paper/rules/rules.ts'
import { checkedAgainst } from '../../scans/check-reading.ts'
import { readingSettings } from '../../scans/reading-rows.ts'
import type { ReadingContext } from '../../../../reader/answer.ts'
import { listHabits } from '../habits/keep-habits.ts'
import { sql } from 'drizzle-orm'
import { query, type Conn, type Params } from '../../../../platform/db/connection.ts'

/** For whom something is read: what the reader is told of the shop, its rules, and what is checked against. */
export type Readership = {
  context(): ReadingContext
  rules: CompiledRules
  against: CheckedAgainst
}

/** A shop's, as it is now. */
export function readershipOf(
  deps: Pick<ScanExportDeps, 'database' | 'clock' | 'rules'>,
): Readership {
  const { read } = deps.database
  return {
    context: () => contextOf(deps),
    rules: deps.rules(read).rules,
    against: checkedAgainst(read, deps.clock),
  }
}

/** That of somebody of whom nothing is known. */
export function strangersReadership(clock: Clock): Readership {
  const against = { ownGstin: null, today: dayInIndia(clock.now()) }
  return { context: () => ({ ...against, vendorNames: [] }), rules: compileRules([]), against }
}

/** What the reader is told of the shop. */
export function contextOf({
  database: { read },
  clock,
}: Pick<ScanExportDeps, 'database' | 'clock'>): ReadingContext {
  const { surePct, languages } = readingSettings(read)
  const shop = findOrganisation(read).get()
  return {
    ownGstin: shop?.gstin ?? null,
    ...(shop !== undefined && { ownName: shop.name }),
    vendorNames: knownSellers(read),
    habits: listHabits(read),
    today: dayInIndia(clock.now()),
    thresholds: { required: surePct / 100, other: (surePct - lessSurePct) / 100 },
    languages,
  }
}

/** What a document does not need may be less sure, by so many per cent. */
const lessSurePct = 25

/** Sellers that the reader is told: more than any shop has. */
const sellersMax = 5_000

/** Who may have sold: the vendor list with its aliases, and the sellers of earlier bills, without repeats. */
function knownSellers(conn: Conn): string[] {
  return listKnown(conn)
    .all({ limit: sellersMax })
    .map(({ name }) => name)
}

const listKnown = query((conn, { limit }: Params<{ limit: number }>) =>
  conn
    .select({ name: sql<string>`name` })
    .from(
      sql`(SELECT name FROM learnt_sellers UNION SELECT name FROM names WHERE kind = 'vendor'
        UNION SELECT alias FROM aliases WHERE kind = 'vendor')`,
    )
    .limit(limit),
)
