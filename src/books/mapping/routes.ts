import { Elysia } from 'elysia'
import { callerOf } from '../../accounts/keys/guard.ts'
import { booksOfKey, keepOwnBooks, usualBooks } from './companies.ts'
import { countDecisions, finish, openDecisions } from './decisions.ts'
import { mappingsAnswer } from './mappings-answer.ts'
import { storeMasters, takeReport } from './take-report.ts'

import { queryOf, querySchemaOf } from '../../platform/http/fields.ts'
import { contextOf, noteRows } from '../../platform/http/request.ts'
import { newId } from '../../platform/ids.ts'
import { toNfc } from '../../platform/text.ts'
import type { descriptions } from '../../platform/http/openapi/describe.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Clock } from '../../platform/time.ts'
import {
  afterDecisionField,
  decisionParameter,
  decisionsAnswer,
  doneAnswer,
  doneBody,
  mappingsSchema,
  mastersAnswer,
  mastersBody,
  reportAnswer,
  reportBody,
} from './schemas.ts'

type Deps = { database: Database; clock: Clock }

/** How the service that serves these routes describes them. */
type Describe = ReturnType<typeof descriptions>

const scope = 'scans:import'
const tag = 'Bridge'

/** For the bridge, which enters documents in the accounts. It reports its state, sends masters, and fetches mappings and decisions. */
export function bridgeRoutes(deps: Deps, describe: Describe) {
  return new Elysia().use(toldRoutes(deps, describe)).use(askedRoutes(deps, describe))
}

/** Routes through which a bridge sends something. */
function toldRoutes(deps: Deps, { describeWrite }: Describe) {
  return new Elysia()
    .put(
      '/api/public/v1/bridge/report',
      async ({ request, body: { company = null, paired = null, files = null, ...report } }) => {
        const { keyId } = callerOf(request)
        const told = { ...report, company, paired, files: files ?? [] }
        const books = await takeReport(deps, keyId, told, deps.clock.now())
        return { decisions: countDecisions(deps.database.read, keyId), books }
      },
      {
        body: reportBody,
        ...describeWrite({
          operationId: 'reportBridge',
          tag,
          scope,
          summary: 'Say how the bridge and the books are',
          description:
            'Every minute at least, and at once when something changes: the console says that a bridge is silent when nothing was heard of it for 10 minutes. The last report of a key counts.',
          answer: reportAnswer,
        }),
      },
    )
    .put(
      '/api/public/v1/bridge/masters',
      async ({ request, body }) => {
        const { kind, masters, gone, run, is_whole: isWhole } = body
        const books = await ownBooks(deps, callerOf(request).keyId)
        const stored = await storeMasters(deps, {
          books,
          kind,
          masters,
          gone: gone ?? [],
          run: run ?? newId(deps.clock.now()),
          isWhole: isWhole ?? false,
        })
        noteRows(request, masters.length + (gone ?? []).length, stored.refused)
        return stored
      },
      {
        body: mastersBody,
        ...describeWrite({
          operationId: 'sendMasters',
          tag,
          scope,
          summary: 'Bring what the books hold to enter into',
          description:
            'Each master is stored by its `id`, among what the books have that the report of the key named, whatever becomes of the others. One with the same `alter_id` and name is not stored again, so that a repeat changes nothing. More than fit into one call come in several with the same `run`.',
          answer: mastersAnswer,
        }),
      },
    )
}

/** Routes through which a bridge fetches something. */
function askedRoutes({ database, clock }: Deps, { describeRead, describeWrite }: Describe) {
  const answerFor = (keyId: string) => {
    const { read } = database
    return mappingsAnswer(read, booksOfKey(read, keyId) ?? usualBooks(read))
  }
  return new Elysia()
    .get('/api/public/v1/bridge/mappings', ({ request }) => answerFor(callerOf(request).keyId), {
      ...describeRead({
        operationId: 'getMappings',
        tag,
        scope,
        summary: 'Ask what documents are in the books',
        description:
          'Everything that somebody confirmed at the console for the books that the report of the key named, of a key that never reported any for those heard of last: which seller is which ledger, which role of a tax or a purchase, which item and which unit. What is not there is to be reported as a failed import, with its field, so that it is asked for at the console.',
        answer: mappingsSchema,
      }),
    })
    .get(
      '/api/public/v1/bridge/decisions',
      ({ request }) => {
        const after = afterDecisionField.read(queryOf(request))
        const { keyId } = callerOf(request)
        const answer = openDecisions(database.read, keyId, after?.trim().toLowerCase())
        contextOf(request).rows = answer.items.length
        return answer
      },
      {
        query: querySchemaOf([afterDecisionField]),
        ...describeRead({
          operationId: 'listDecisions',
          tag,
          scope,
          summary: 'List what somebody decided of what waits',
          description:
            'What is still to be done in the books of the key, the oldest first. It is listed until it is reported as done.',
          answer: decisionsAnswer,
          hasQuery: true,
        }),
      },
    )
    .post(
      '/api/public/v1/bridge/decisions/:id/done',
      async ({ request, body: { ok: isOk, message }, params: { id } }) => {
        const { keyId } = callerOf(request)
        const done = { id: id.toLowerCase(), keyId, isOk, message: toNfc(message ?? '') }
        await database.write((conn) => finish(conn, done, clock.now()))
        return { id: done.id }
      },
      {
        ...decisionParameter,
        body: doneBody,
        ...describeWrite({
          operationId: 'finishDecision',
          tag,
          scope,
          summary: 'Report that a decision was carried out, or could not be',
          description:
            'Of those that are listed for this key. A repeat changes nothing: what was reported first counts. A decision for other books is 404.',
          answer: doneAnswer,
          hasNotFound: true,
        }),
      },
    )
}

/** The books that a key's masters belong to: the books that the key reported, or else books made for this key alone. */
async function ownBooks({ database, clock }: Deps, keyId: string): Promise<number> {
  const known = booksOfKey(database.read, keyId)
  return known ?? (await database.write((conn) => keepOwnBooks(conn, keyId, clock.now())))
}
