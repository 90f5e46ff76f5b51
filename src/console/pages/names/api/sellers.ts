import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import {
  forgetSeller,
  forgetThing,
  requireSeller,
  listKnownSellers,
  type LearntThing,
  type KnownSeller,
} from '../../../../services/scan-export/reading/habits/habits.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import {
  choiceOf,
  idParameter,
  textOf,
  listQueryOf,
  pageOf,
  searchFieldOf,
} from '../../../api/fields.ts'
import { forClerks, forOwners, sessionOf } from '../../../api/guard.ts'
import { findName, findNameById } from '../../../../names/queries.ts'
import type { Conn } from '../../../../platform/db/connection.ts'
import { queryOf } from '../../../../platform/http/fields.ts'
import { foldText } from '../../../../platform/text.ts'
import { isGstin } from '../../../../platform/gst/gstin.ts'
import { learntAliasesOf } from '../../../../services/scan-export/reading/habits/aliases.ts'

/** What Daybook has learnt from sellers' bills. Everybody who works with bills may look, owners may make Daybook forget. */
export function sellerRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .get('/api/sellers', ({ request }) => listSellers(deps, request), {
      query: listQuery,
      ...forClerks,
    })
    .get('/api/sellers/:id', ({ params: { id } }) => showSeller(deps, id), {
      ...idParameter,
      ...forClerks,
    })
    .post(
      '/api/sellers/:id/forget',
      async ({ request, body, params: { id } }) => {
        await forgetThing(deps.scanExport, id, body, sessionOf(request).userId)
        return { id }
      },
      { ...idParameter, body: thingBody, ...forOwners },
    )
    .post(
      '/api/sellers/:id/forget-all',
      async ({ request, params: { id } }) => {
        await forgetSeller(deps.scanExport, id, sessionOf(request).userId)
        return { id }
      },
      { ...idParameter, ...forOwners },
    )
}

const thingBody = Type.Object({
  kind: choiceOf<LearntThing['kind']>(['field', 'column', 'rate', 'alias']),
  key: textOf('a text'),
})

const searchField = searchFieldOf('Only sellers that have it in their name or GSTIN.')

const listQuery = listQueryOf([searchField])

/** Sellers whose bills taught Daybook something, the newest bills first. */
function listSellers(deps: ConsoleDeps, request: Request) {
  const query = queryOf(request)
  const search = foldText(searchField.read(query) ?? '')
  const sellers = listKnownSellers(deps.database.read).map((seller) => listed(deps, seller))
  const fitting = sellers.filter(({ name, gstin }) =>
    foldText(`${name} ${gstin ?? ''}`).includes(search),
  )
  return pageOf(fitting, query)
}

/** What was learnt from a vendor's bills, under each of its GSTINs. A seller that is not in the vendor list has its own id. */
function showSeller(deps: ConsoleDeps, id: string) {
  const { read } = deps.database
  const vendor = findNameById(read).get({ kind: 'vendor', id })
  if (vendor === undefined) {
    const seller = shown(deps, requireSeller(read, id))
    return { name: seller.name, vendor: seller.vendor, sellers: [seller] }
  }
  const sellers = listKnownSellers(read).map((seller) => shown(deps, seller))
  return {
    name: vendor.name,
    vendor,
    sellers: sellers.filter((seller) => seller.vendor?.id === vendor.id),
  }
}

function listed({ database: { read }, scanExport }: ConsoleDeps, seller: KnownSeller) {
  const { id, name, habits } = seller
  const vendor = scanExport.names(read).vendors.canonical(name)
  const { fields, columns, rates } = habits
  return {
    id,
    name: vendor ?? (name === '' ? habits.seller : name),
    gstin: isGstin(habits.seller) ? habits.seller : null,
    vendor: vendorOf(read, vendor),
    bills: habits.bills,
    things: fields.length + columns.length + rates.length + learntAliasesOf(read, id).length,
    confirmedAt: timeOf(seller.confirmedAt),
  }
}

function vendorOf(read: Conn, name: string | undefined) {
  if (name === undefined) return null
  return findName(read).get({ kind: 'vendor', folded: foldText(name) }) ?? null
}

function shown(deps: ConsoleDeps, seller: KnownSeller) {
  const { fields, columns, rates } = seller.habits
  return {
    ...listed(deps, seller),
    fields: fields.map(({ key, printed, words, above, below, shape, ...confirmed }) => ({
      key,
      /** The printed label. '' if there is none, and then another field says where the value is. */
      printed,
      words: words ?? null,
      above: above ?? null,
      below: below ?? null,
      shape,
      ...confirmedOf(confirmed),
    })),
    columns: columns.map(({ heading, printed, key, ...confirmed }) => ({
      heading,
      printed,
      key,
      ...confirmedOf(confirmed),
    })),
    rates: rates.map(({ pct, ...confirmed }) => ({ pct, ...confirmedOf(confirmed) })),
    aliases: learntAliasesOf(deps.database.read, seller.id).map(
      ({ aliasId, alias, name, times, confirmedAt }) => ({
        id: aliasId,
        alias,
        name,
        ...confirmedOf({ times, at: confirmedAt }),
      }),
    ),
  }
}

/** The number of bills on which a person confirmed the value, and when the newest was saved. */
function confirmedOf({ times, at }: { times: number; at: number }) {
  return { times, confirmedAt: timeOf(at) }
}

function timeOf(at: number): string {
  return new Date(at).toISOString()
}
