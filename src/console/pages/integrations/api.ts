import { Elysia } from 'elysia'
import {
  type CallSummary,
  listCalls,
  type LoggedCall,
  readLastUses,
  summariseCalls,
} from '../../../accounts/call-log/read-calls.ts'
import { countKeys, type ListedKey, listKeysPage } from '../../../accounts/keys/queries.ts'
import { choiceField, queryOf } from '../../../platform/http/fields.ts'
import { contextOf } from '../../../platform/http/request.ts'
import type { ConsoleDeps } from '../../api/deps.ts'
import { idParameter, listQueryOf, pageBy, readPage } from '../../api/fields.ts'
import { forMembers, sessionOf } from '../../api/guard.ts'
import { requireVisibleKey, shownKey, waitingReader } from '../keys/api/shown-key.ts'
import { isoTime } from '../../api/reply.ts'

/** Programs that use keys: their latest requests, and what waits for them. Members see their own. */
export function integrationRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .get('/api/integrations', ({ request }) => listIntegrations(deps, request), {
      query: integrationsQuery,
      ...forMembers,
    })
    .get(
      '/api/integrations/:id',
      ({ request, params: { id } }) => {
        const row = requireVisibleKey(deps, sessionOf(request), id)
        const [shown] = shownIntegrations(deps, request, [row])
        if (shown === undefined) throw new Error('A key that is there is shown.')
        const { origin } = contextOf(request)
        return { ...shown, baseAddress: `${origin}/${shown.service}` }
      },
      { ...idParameter, ...forMembers },
    )
    .get(
      '/api/integrations/:id/calls',
      ({ request, params: { id } }) => {
        requireVisibleKey(deps, sessionOf(request), id)
        const query = queryOf(request)
        const { page, size } = readPage(query)
        const selection = { keyId: id, failedOnly: readFailedOnly(query) }
        const rows = { limit: size, offset: (page - 1) * size }
        const { items, total } = listCalls(deps.dir, { ...selection, ...rows })
        return { items: items.map(shownCall), total, page, size }
      },
      { ...idParameter, query: callsQuery, ...forMembers },
    )
}

/** The keys that work, newest first. */
function listIntegrations(deps: ConsoleDeps, request: Request) {
  const { role, userId } = sessionOf(request)
  const { read } = deps.database
  const selection = {
    userId: role === 'owner' ? null : userId,
    state: 'active',
    now: deps.clock.now(),
  }
  return pageBy(
    queryOf(request),
    (part) => shownIntegrations(deps, request, listKeysPage(read).all({ ...selection, ...part })),
    () => countKeys(read).get(selection)?.n ?? 0,
  )
}

function shownIntegrations(deps: ConsoleDeps, request: Request, rows: readonly ListedKey[]) {
  const session = sessionOf(request)
  const now = deps.clock.now()
  const lastUses = readLastUses(deps.dir)
  const summaries = summariseCalls(
    deps.dir,
    rows.map(({ key }) => key.id),
  )
  const waitingFor = waitingReader(deps)
  return rows.map((row) => {
    const shown = shownKey(row, lastUses.get(row.key.id), session, now)
    const summary = summaries.get(row.key.id)
    const waiting = shown.state === 'active' ? waitingFor(row.key) : null
    return {
      ...shown,
      calls: summary?.calls ?? 0,
      failedCalls: summary?.failed ?? 0,
      partlyRefusedCalls: summary?.partlyRefused ?? 0,
      lastResult: summary === undefined ? null : lastResultOf(summary),
      waiting: waiting === null ? null : { count: waiting.count, since: isoTime(waiting.since) },
    }
  })
}

function lastResultOf({ lastStatus, lastRows, lastRefusedRows }: CallSummary) {
  return { status: lastStatus, rows: lastRows, refusedRows: lastRefusedRows }
}

function shownCall({ seq, at, ...call }: LoggedCall) {
  return { id: seq, at: new Date(at).toISOString(), ...call }
}

const resultField = choiceField('result', {
  choices: ['failed'],
  description: 'Only calls that were refused or failed, and those with refused rows.',
})

const integrationsQuery = listQueryOf([])
const callsQuery = listQueryOf([resultField])

/** Throws AppError `invalid_request` that names the field. */
function readFailedOnly(query: URLSearchParams): boolean {
  return resultField.read(query) === 'failed'
}
