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
          summary: 'Report the state of the bridge and the accounts',
          description:
            'Report at least every minute, and at once when something changes. After 10 minutes without a report the console says that the bridge is silent. The latest report of each key counts.',
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
          summary: 'Send the masters of the accounts',
          description:
            'Masters are ledgers, stock items, units and the like. Daybook stores each by its `id`, for the company that this key reported. A refused master does not stop the others. A master with the same `alter_id` and name is not stored again, so you can repeat a call. If there are too many for one call, send several calls with the same `run`.',
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
        summary: 'Get the ledgers and items for documents',
        description:
          'Everything that somebody confirmed in the console for the company that this key reported: the ledger of each seller, tax and purchase, and the item and unit of each product. A key that never reported a company gets the company that reported last. If something is missing, report a failed import and name it in `field`: the console then asks for it.',
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
          summary: 'List decisions to carry out',
          description:
            'Decisions of people that the bridge still has to carry out in the accounts of this key, oldest first. A decision is listed until you report it as done.',
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
          summary: 'Report the outcome of a decision',
          description:
            'For a decision that is listed for this key. The first report counts, so you can repeat a call. A decision for another company is answered with 404.',
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
