import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { unchecked } from '../../../../platform/http/fields.ts'
import { isJsonObject } from '../../../../platform/json/json.ts'
import { notAllowed } from '../../../../platform/record/read.ts'
import {
  changeSeller,
  sellerFields,
  sellerNow,
  sellerSettings,
} from '../../../../services/storefront/orders/invoices/seller.ts'
import {
  issueInvoice,
  nextNumbers,
  seriesNames,
  setNextNumber,
} from '../../../../services/storefront/orders/invoices/issue-invoice.ts'
import { showInvoice } from '../../../../services/storefront/orders/invoices/show-invoice.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { choiceOf, idParameter, textOf } from '../../../api/fields.ts'
import { chosenInvoiceRoutes } from './chosen.ts'
import { creditNoteRoutes } from '../../credit-notes/api.ts'
import { forCounter, forOwners, sessionOf } from '../../../api/guard.ts'
import { refusalIn, type Words } from '../../../api/words.ts'

/** Invoices of orders, and the shop's details on them. */
export function invoiceRoutes(deps: ConsoleDeps) {
  const { storefront, database, clock } = deps
  return new Elysia()
    .use(chosenInvoiceRoutes(deps))
    .use(creditNoteRoutes(deps))
    .get('/api/orders/seller', () => sellerNow(database.read), forCounter)
    .get('/api/orders/:id/invoice', ({ params: { id } }) => showInvoice(storefront, id), {
      ...idParameter,
      ...forCounter,
    })
    .post(
      '/api/orders/:id/invoice',
      async ({ request, params: { id }, body }) => {
        const { userId: by } = sessionOf(request)
        await issueInvoice(storefront, { orderId: id, ...body, by })
        return showInvoice(storefront, id)
      },
      { ...idParameter, body: issueBody, ...forCounter },
    )
    .get('/api/settings/invoices', () => shownSettings(deps), forOwners)
    .post(
      '/api/settings/invoices',
      async ({ request, body }) => {
        const { userId: by } = sessionOf(request)
        const { seller } = body
        // The body was JSON, so every object in it is a JSON object.
        if (!isJsonObject(seller)) throw notAllowed('seller', 'an object', seller)
        await database
          .write((conn) => changeSeller(conn, seller, by, clock.now()))
          .catch((error: unknown) => {
            throw refusalIn(words, error)
          })
        return shownSettings(deps)
      },
      { body: settingsBody, ...forOwners },
    )
    .get('/api/settings/invoices/numbers', () => ({ items: numbers(deps) }), forOwners)
    .post(
      '/api/settings/invoices/numbers',
      async ({ request, body }) => {
        const { userId: by } = sessionOf(request)
        await database.write((conn) => setNextNumber(conn, { ...body, by }, clock.now()))
        return { items: numbers(deps) }
      },
      { body: numberBody, ...forOwners },
    )
}

/** The next numbers. */
function numbers({ database, clock }: ConsoleDeps) {
  return nextNumbers(database.read, clock.now())
}

const numberBody = Type.Object({
  series: choiceOf(seriesNames),
  running: Type.Number({ expected: 'a whole number' }),
})

const issueBody = Type.Object({ placeOfSupply: textOf('the code of a state') })

/** The fields of an owner's form. Each field is checked separately. */
type SentSettings = Partial<ReturnType<typeof sellerSettings>>

const settingsBody = Type.Object({ seller: Type.Unsafe<SentSettings>(unchecked(Type.Object({}))) })

/** The settings with the GSTIN and the code of its state. */
function shownSettings({ database: { read } }: ConsoleDeps) {
  const { gstin, stateCode } = sellerNow(read)
  return {
    ...sellerSettings(read),
    gstin,
    stateCode,
  }
}

const phrases = new Map(Object.entries(sellerFields).map(([name, { phrase }]) => [name, phrase]))

const words: Words = { nameOf: (field) => phrases.get(field) ?? field, told: {} }
