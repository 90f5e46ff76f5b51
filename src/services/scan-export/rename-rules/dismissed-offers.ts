import { count, eq } from 'drizzle-orm'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import { deleteIn } from '../../../platform/db/statements.ts'
import { AppError } from '../../../platform/errors.ts'
import { foldText } from '../../../platform/text.ts'
import type { Category } from '../../../paper/categories.ts'
import type { ScanExportDeps } from '../deps.ts'
import { labelMatch, valueMatch } from './unknown-in-scan.ts'
import { dismissedOffers } from '../tables.ts'

/** Far more than a person dismisses by hand. Every list is filtered by all dismissed offers of its kind. */
const dismissedMax = 10_000

/** Something that the console offers as a rule or as a name for a list. */
export type Offer =
  | { kind: 'label'; category: Category; label: string }
  | { kind: 'value'; category: Category; key: string; value: string }
  | { kind: 'vendor' | 'product'; name: string }

/** Stops offering something, however it is written. Repeating changes nothing. `by` is the owner. */
export async function dismissOffer(
  { database, clock }: Pick<ScanExportDeps, 'database' | 'clock'>,
  offer: Offer,
  by: string,
): Promise<void> {
  await database.write((conn) => {
    requireRoom(conn)
    const { kind } = offer
    insertDismissed(conn).run({
      kind,
      match: offerMatch(offer),
      userId: by,
      createdAt: clock.now(),
    })
  })
}

/** Offers something again. Repeating changes nothing. */
export async function offerAgain(
  { database }: Pick<ScanExportDeps, 'database'>,
  offer: Offer,
): Promise<void> {
  const { kind } = offer
  await database.write((conn) => deleteDismissed(conn).run({ kind, match: offerMatch(offer) }))
}

/** Tells which offers of a kind were dismissed. */
export function dismissedOf(conn: Conn, kind: Offer['kind']): (offer: Offer) => boolean {
  const matches = new Set(
    listDismissed(conn)
      .all({ kind })
      .map(({ match }) => match),
  )
  return (offer) => matches.size > 0 && matches.has(offerMatch(offer))
}

/** Two offers with the same text here are the same offer. */
function offerMatch(offer: Offer): string {
  if (offer.kind === 'label') return labelMatch(offer.category, offer.label)
  if (offer.kind === 'value') return valueMatch(offer.category, offer.key, offer.value)
  return foldText(offer.name)
}

function requireRoom(conn: Conn): void {
  if ((countDismissed(conn).get()?.n ?? 0) < dismissedMax) return
  throw new AppError(
    'conflict',
    `${dismissedMax} names are hidden already: let some of them be offered again first.`,
  )
}

type Dismissed = typeof dismissedOffers.$inferSelect

const insertDismissed = query((conn, { kind, match, userId, createdAt }: Params<Dismissed>) =>
  conn.insert(dismissedOffers).values({ kind, match, userId, createdAt }).onConflictDoNothing(),
)

const deleteDismissed = deleteIn(dismissedOffers, 'kind', 'match')

const listDismissed = query((conn, { kind }: Params<Pick<Dismissed, 'kind'>>) =>
  conn
    .select({ match: dismissedOffers.match })
    .from(dismissedOffers)
    .where(eq(dismissedOffers.kind, kind)),
)

const countDismissed = query((conn) => conn.select({ n: count() }).from(dismissedOffers))
