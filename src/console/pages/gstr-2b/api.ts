import { Elysia } from 'elysia'
import { Type } from '@sinclair/typebox'
import { findOrganisation } from '../../../accounts/queries.ts'
import { choiceField, queryOf, textField } from '../../../platform/http/fields.ts'
import { claimsOn, takeClaim } from '../../../gstr2b/claims.ts'
import { decideOnBills, verdictsOfBill } from '../../../gstr2b/decisions.ts'
import { importMonth } from '../../../gstr2b/months.ts'
import {
  listGstr2bEntries,
  listGstr2bMonths,
  listGstr2bSellers,
  withLetter,
} from '../../../gstr2b/entries/list-entries.ts'
import type { Entry } from '../../../gstr2b/entries/entry.ts'
import type { ConsoleDeps } from '../../api/deps.ts'
import {
  choiceOf,
  idParameter,
  listQueryOf,
  pageOf,
  readSort,
  searchFieldOf,
  sortedBy,
  sortFieldOf,
  textOf,
} from '../../api/fields.ts'
import { forClerks, forOwners, sessionOf } from '../../api/guard.ts'
import { requireVisible } from '../documents/api/documents.ts'
import { isoTime } from '../../api/reply.ts'
import { entryFilters } from '../../../gstr2b/entries/counts.ts'
import { portalMonth } from '../../../gstr2b/portal/row.ts'

/**
 * The shop's GSTR-2B beside its bills. Only owners see it and decide, because it concerns the documents of all users.
 * Its result for a document is shown to everybody who may see the document.
 */
export function gstr2bRoutes(deps: ConsoleDeps) {
  return new Elysia().use(monthRoutes(deps)).use(claimRoutes(deps))
}

function monthRoutes(deps: ConsoleDeps) {
  const { scanExport } = deps
  return new Elysia()
    .get('/api/gstr-2b/months', () => months(deps), forOwners)
    .post(
      '/api/gstr-2b/months',
      async ({ request, body: { month, replacesNewer = false } }) =>
        await importMonth(scanExport, month, { by: sessionOf(request).userId, replacesNewer }),
      { body: monthBody, ...forOwners },
    )
    .get('/api/gstr-2b/entries', ({ request }) => entries(deps, queryOf(request)), {
      query: entriesQuery,
      ...forOwners,
    })
    .get(
      '/api/gstr-2b/sellers',
      async ({ request }) => {
        const query = queryOf(request)
        return pageOf(await listGstr2bSellers(scanExport, wantedIn(query)), query)
      },
      { query: sellersQuery, ...forOwners },
    )
    .post(
      '/api/gstr-2b/decisions',
      async ({ request, body: { decisions } }) => {
        await decideOnBills(scanExport, decisions, sessionOf(request).userId)
        return { decided: decisions.length }
      },
      { body: decisionsBody, ...forOwners },
    )
}

function claimRoutes(deps: ConsoleDeps) {
  const { scanExport } = deps
  return new Elysia()
    .get(
      '/api/documents/:id/gstr-2b',
      async ({ request, params: { id } }) => {
        requireVisible(deps, request, id)
        return { claims: await claimsOn(scanExport, id) }
      },
      { ...idParameter, ...forClerks },
    )
    .post(
      '/api/documents/:id/gstr-2b',
      async ({ request, params: { id }, body: { key } }) => {
        const { userId } = requireVisible(deps, request, id)
        await takeClaim(scanExport, id, key, userId)
        return { id }
      },
      { ...idParameter, body: claimBody, ...forClerks },
    )
}

async function months({ scanExport, database }: ConsoleDeps) {
  const items = await listGstr2bMonths(scanExport)
  return {
    gstin: findOrganisation(database.read).get()?.gstin ?? null,
    items: items.map(({ importedAt, ...month }) => ({ ...month, importedAt: isoTime(importedAt) })),
  }
}

async function entries({ scanExport }: ConsoleDeps, query: URLSearchParams) {
  const found = await listGstr2bEntries(scanExport, wantedIn(query))
  const sort = readSort(query, sortField, { by: 'seller', isDescending: false })
  const { items, ...page } = pageOf(sortedBy(found, sort, sortValues), query)
  return { ...page, items: withLetter(scanExport, items) }
}

const sortValues: Record<(typeof entrySorts)[number], (entry: Entry) => string | number | null> = {
  seller: ({ seller }) => seller.toLowerCase(),
  day: ({ day }) => day || null,
  total: ({ totalPaise }) => totalPaise,
  tax: ({ taxPaise }) => taxPaise,
}

function wantedIn(query: URLSearchParams) {
  return {
    period: monthField.read(query),
    state: stateField.read(query),
    itc: itcField.read(query),
    mark: markField.read(query),
    search: searchField.read(query),
  }
}

/** The longest month, in characters. */
const monthMax = 7

/** The most lines in one decision. */
const decidedMax = 200

const monthField = textField('month', {
  maxLength: monthMax,
  description: 'A month such as 2026-07; the last one that is there, when it is left out.',
})

const stateField = choiceField('state', {
  choices: entryFilters,
  description: 'Where lines stand; `look` is what differs or is only likely.',
})

const itcField = choiceField('itc', {
  choices: ['yes', 'no'],
  description: 'Whether the portal gives the credit.',
})

const markField = choiceField('mark', {
  choices: ['asked', 'ignored'],
  description: 'What somebody marked; without it all but what needs nothing.',
})

const searchField = searchFieldOf('A part of a seller, a number or a GSTIN.')

const entrySorts = ['seller', 'day', 'total', 'tax'] as const

const sortField = sortFieldOf(entrySorts)

const entriesQuery = listQueryOf(
  [monthField, stateField, itcField, markField, searchField],
  sortField,
)

const sellersQuery = listQueryOf([monthField, searchField])

const monthBody = Type.Object({
  month: portalMonth,
  replacesNewer: Type.Optional(Type.Boolean()),
})

const decisionsBody = Type.Object({
  decisions: Type.Array(
    Type.Object({
      subject: textOf('the subject of a line'),
      verdict: choiceOf(verdictsOfBill),
      billId: Type.Optional(textOf('the id of a document')),
      note: Type.Optional(textOf('a text')),
    }),
    { minItems: 1, maxItems: decidedMax },
  ),
})

const claimBody = Type.Object({ key: textOf('a field such as invoice_no') })
