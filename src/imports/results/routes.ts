import { Elysia } from 'elysia'
import { callerOf } from '../../accounts/keys/guard.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { descriptions } from '../../platform/http/openapi/describe.ts'
import { noteRows } from '../../platform/http/request.ts'
import type { Clock } from '../../platform/time.ts'
import { importResultsMax } from './record.ts'
import { resultSchemas } from './schemas.ts'
import { takeResults, type Subjects } from './take-results.ts'

/** What a service says of itself for its document. */
type About = {
  /** What its names begin with. */
  service: string
  /** What its operations are called after, and what they are about: "documents", "orders". */
  what: string
  operationId: string
  tag: string
  scope?: string
  describeWrite: ReturnType<typeof descriptions>['describeWrite']
}

/** `POST import-results` of a service: what programs say became of its documents or orders. */
export function resultRoutes(
  deps: { database: Database; clock: Clock },
  subjects: Subjects,
  { service, what, operationId, tag, scope, describeWrite }: About,
) {
  const { body: schema, answer } = resultSchemas(service)
  return new Elysia().post(
    '/api/public/v1/import-results',
    async ({ request, body: { results } }) => {
      if (results.length > importResultsMax) throw tooMany(results.length)
      const taken = await takeResults(deps, subjects, callerOf(request), results)
      const refusals = taken.results.flatMap(({ error }) => error?.message ?? [])
      noteRows(request, taken.summary.total, refusals)
      return taken
    },
    {
      body: schema,
      ...describeWrite({
        operationId,
        tag,
        summary: `Say what became of ${what} in the books`,
        description: `An extension of Daybook. The console shows what did not get in, and why, grouped by cause. The last word of each key about each part of one counts. Whether something is synced stays as it is: acknowledge what got in as ever. A bad row is an error of that row; a repeat is safe.`,
        answer,
        ...(scope !== undefined && { scope }),
      }),
    },
  )
}

function tooMany(rows: number): AppError {
  return new AppError(
    'payload_too_large',
    `results has ${rows} rows, and at most ${importResultsMax} are allowed: send them in smaller parts. Nothing was written.`,
  )
}
