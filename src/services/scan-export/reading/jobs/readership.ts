import { findOrganisation } from '../../../../accounts/queries.ts'
import type { Clock } from '../../../../platform/time.ts'
import type { CheckedAgainst } from '../../../../paper/checks/document.ts'
import { dayInIndia } from '../../../../paper/values.ts'
import type { ScanExportDeps } from '../../deps.ts'
import { compileRules, type CompiledRules } from '../../../../paper/rules/rules.ts'
import { checkedAgainst } from '../../scans/hold.ts'
import { readingSettings } from '../../scans/reading-rows.ts'
import type { ReadingContext } from '../../../../reader/answer.ts'
import { listHabits } from '../habits/habits.ts'
import { sql } from 'drizzle-orm'
import { query, type Conn, type Params } from '../../../../platform/db/connection.ts'

/** The shop that a document is read for: what the reader knows about the shop, its rules, and what checks compare with. */
export type Readership = {
  context(): ReadingContext
  rules: CompiledRules
  against: CheckedAgainst
}

/** The readership of this shop, as it is now. */
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

/** The readership of a stranger about whom Daybook knows nothing. */
export function strangersReadership(clock: Clock): Readership {
  const against = { ownGstin: null, today: dayInIndia(clock.now()) }
  return { context: () => ({ ...against, vendorNames: [] }), rules: compileRules([]), against }
}

/** What the reader knows about the shop. */
export function contextOf({
  database: { read },
  clock,
}: Pick<ScanExportDeps, 'database' | 'clock'>): ReadingContext {
  const { care, languages } = readingSettings(read)
  const shop = findOrganisation(read).get()
  return {
    ownGstin: shop?.gstin ?? null,
    ...(shop !== undefined && { ownName: shop.name }),
    vendorNames: knownSellers(read),
    habits: listHabits(read),
    today: dayInIndia(clock.now()),
    care,
    languages,
  }
}

/** Sellers to pass to the reader. No shop has more. */
const sellersMax = 5_000

/** Names of possible sellers: the vendor list with its aliases, and the sellers of earlier bills, without repeats. */
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
