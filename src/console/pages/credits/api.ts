import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import {
  creditLists,
  creditSorts,
  type CreditSelection,
  findCreditBalance,
  giveCredits,
} from '../../../accounts/credits.ts'
import { choiceField, queryOf } from '../../../platform/http/fields.ts'
import type { ConsoleDeps } from '../../api/deps.ts'
import { choiceOf, listQueryOf, pageBy, readSort, sortFieldOf, textOf } from '../../api/fields.ts'
import { forMembers, forOwners, sessionOf } from '../../api/guard.ts'

/** Credits: everybody sees the balance, members their own entries, owners all. Owners give credits. */
export function creditRoutes(deps: ConsoleDeps) {
  const { database, clock } = deps
  return new Elysia()
    .get('/api/credits', ({ request }) => listCredits(deps, request), {
      query: listQuery,
      ...forMembers,
    })
    .post(
      '/api/credits',
      async ({ request, body }) => {
        const input = { ...body, by: sessionOf(request).userId }
        await database.write((conn) => giveCredits(conn, input, clock.now()))
        return { balance: balanceOf(deps) }
      },
      { body: giveBody, ...forOwners },
    )
}

function listCredits(deps: ConsoleDeps, request: Request) {
  const { read } = deps.database
  const { userId, role } = sessionOf(request)
  const query = queryOf(request)
  const selection: CreditSelection = role === 'owner' ? (showField.read(query) ?? 'all') : 'own'
  const { page, total } = creditLists[selection]
  const sort = readSort(query, sortField, { by: 'at', isDescending: true })
  const list = pageBy(
    query,
    (part) =>
      page(sort)(read)
        .all({ userId, ...part })
        .map(({ at, ...entry }) => ({ ...entry, at: new Date(at).toISOString() })),
    () => total(read).get({ userId })?.n ?? 0,
  )
  return { balance: balanceOf(deps), ...list }
}

function balanceOf({ database }: ConsoleDeps): number {
  return findCreditBalance(database.read).get()?.balance ?? 0
}

const showField = choiceField('show', {
  choices: ['given'],
  description: 'Only what owners entered by hand.',
})

const sortField = sortFieldOf(creditSorts)

const listQuery = listQueryOf([showField], sortField)

const giveBody = Type.Object({
  kind: choiceOf(['grant', 'adjustment']),
  amount: Type.Integer({ expected: 'a whole number' }),
  note: textOf('a text'),
})
