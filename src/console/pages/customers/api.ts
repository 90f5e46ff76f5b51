import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { queryOf, querySchemaOf } from '../../../platform/http/fields.ts'
import { readSetting } from '../../../platform/settings.ts'
import {
  exportCustomer,
  forgetAllCustomers,
  forgetCustomer,
  listCustomers,
  proposeCustomers,
  rememberSetting,
} from '../../../services/storefront/customers/customers.ts'
import type { ConsoleDeps } from '../../api/deps.ts'
import { idParameter, listQueryOf, readPage, searchFieldOf } from '../../api/fields.ts'
import { forCounter, forOwners, sessionOf } from '../../api/guard.ts'
import { changeSetting } from '../../api/history.ts'

const searchField = searchFieldOf('Part of a name or of a phone number.')

const listQuery = listQueryOf([searchField])

/** Customers who agreed to be remembered: proposals at their next order, and export or deletion at their request. */
export function customerRoutes(deps: ConsoleDeps) {
  const { storefront } = deps
  return new Elysia()
    .get('/api/customers', ({ request }) => listPage(deps, queryOf(request)), {
      query: listQuery,
      ...forCounter,
    })
    .get(
      '/api/customers/proposals',
      ({ request }) => proposals(deps, searchField.read(queryOf(request)) ?? ''),
      { query: querySchemaOf([searchField]), ...forCounter },
    )
    .get('/api/customers/:id/export', ({ params: { id } }) => shownExport(deps, id), {
      ...idParameter,
      ...forCounter,
    })
    .post(
      '/api/customers/:id/forget',
      async ({ request, params: { id } }) => {
        await forgetCustomer(storefront, id, sessionOf(request).userId)
        return { id }
      },
      { ...idParameter, ...forCounter },
    )
    .post(
      '/api/customers/forget-all',
      ({ request }) => forgetAllCustomers(storefront, sessionOf(request).userId),
      forOwners,
    )
    .post(
      '/api/settings/customers',
      async ({ request, body }) => {
        await changeSetting(deps, rememberSetting, body.remember, sessionOf(request).userId)
        return body
      },
      { body: rememberBody, ...forOwners },
    )
}

const rememberBody = Type.Object({ remember: Type.Boolean({ expected: 'true or false' }) })

function listPage({ database: { read } }: ConsoleDeps, query: URLSearchParams) {
  const { page, size } = readPage(query)
  const part = { limit: size, offset: (page - 1) * size }
  const { customers, total } = listCustomers(read, searchField.read(query) ?? '', part)
  const isRemembering = readSetting(read, rememberSetting)
  return { items: customers.map(shownCustomer), total, page, size, isRemembering }
}

function proposals({ database: { read } }: ConsoleDeps, search: string) {
  return {
    items: proposeCustomers(read, search).map(shownCustomer),
    isRemembering: readSetting(read, rememberSetting),
  }
}

type Customer = ReturnType<typeof proposeCustomers>[number]

function shownCustomer({ foldedName: _folded, agreedAt, lastOrderAt, ...customer }: Customer) {
  return {
    ...customer,
    agreedAt: new Date(agreedAt).toISOString(),
    lastOrderAt: new Date(lastOrderAt).toISOString(),
  }
}

/** Everything stored about a customer, for the customer. Amounts in rupees. */
function shownExport({ storefront }: ConsoleDeps, id: string) {
  const { customer, orders } = exportCustomer(storefront, id)
  const { agreedAt, lastOrderAt, ...kept } = customer
  return {
    customer: {
      ...kept,
      agreedAt: new Date(agreedAt).toISOString(),
      lastOrderAt: new Date(lastOrderAt).toISOString(),
    },
    orders: orders.map(({ createdAt, total, customerPhone: _phone, ...order }) => ({
      ...order,
      total: total / 100,
      placedAt: new Date(createdAt).toISOString(),
    })),
  }
}
