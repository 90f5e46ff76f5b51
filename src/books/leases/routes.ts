import { Elysia, t } from 'elysia'
import { callerOf } from '../../accounts/keys/guard.ts'
import type { Database } from '../../platform/db/database.ts'
import type { descriptions } from '../../platform/http/openapi/describe.ts'
import type { Clock } from '../../platform/time.ts'
import { leaseJson, renewLease } from './lease.ts'
import { leaseLifeSecondsMax, type LeasedKind } from './queries.ts'
import { leaseAnswer, renewBody } from './schemas.ts'

/** A service's words for its API document. */
type About = {
  kind: LeasedKind
  /** The prefix of the service's names. */
  service: string
  operationId: string
  tag: string
  scope?: string
  describeWrite: ReturnType<typeof descriptions>['describeWrite']
}

/** The route that extends a lease or gives it back. */
export function leaseRoutes(
  { database, clock }: { database: Database; clock: Clock },
  { kind, service, operationId, tag, scope, describeWrite }: About,
) {
  return new Elysia().post(
    '/api/public/v1/leases/:id',
    async ({ request, params: { id }, body: { seconds } }) => {
      const caller = callerOf(request)
      const lease = await database.write((conn) =>
        renewLease(conn, kind, id.toLowerCase(), { caller, seconds, now: clock.now() }),
      )
      return leaseJson(lease)
    },
    {
      params: t.Object({ id: t.String() }),
      body: renewBody(service),
      ...describeWrite({
        operationId,
        tag,
        summary: 'Make a lease longer, or give it back',
        description: `An extension of Daybook. \`seconds\` count from now. With 0 you give the lease back: everything in it that you have not acknowledged is free for the next caller. A lease that is over is answered with 409, because another worker may have its documents. A lease can last ${leaseLifeSecondsMax} seconds in all: a longer time is answered with 409 too, and the lease stays unchanged.`,
        answer: leaseAnswer(service),
        hasNotFound: true,
        hasConflict: true,
        ...(scope !== undefined && { scope }),
      }),
    },
  )
}
