import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { unchecked, queryOf } from '../../../../platform/http/fields.ts'
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
import {
  showInvoice,
  creditNoteSorts,
  listCreditNotes,
  showCreditNote,
} from '../../../../services/storefront/orders/invoices/show-invoice.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import {
  choiceOf,
  idParameter,
  textOf,
  fromField,
  givenRange,
  listQueryOf,
  readPage,
  readRange,
  readSort,
  searchFieldOf,
  sortFieldOf,
  untilField,
} from '../../../api/fields.ts'
import { forCounter, forOwners, sessionOf } from '../../../api/guard.ts'
import { refusalIn, type Words } from '../../../api/words.ts'
import { AppError } from '../../../../platform/errors.ts'
import { idempotencyField, requireIdempotencyKey } from '../../../../platform/http/idempotency.ts'
import { returnGoods } from '../../../../services/storefront/orders/move-status.ts'

/** Invoices of orders, and the shop's details on them. */
export function invoiceRoutes(deps: ConsoleDeps) {
  const { storefront, database, clock } = deps
  return new Elysia()
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

/** The longest reason of a return, in characters. */
const reasonMax = 200

/** The most lines of a return: as many as an order has. */
const linesMax = 500

const searchField = searchFieldOf('Part of a number, or of the name of a customer.')

const sortField = sortFieldOf(creditNoteSorts)

const listQuery = listQueryOf([searchField, fromField, untilField], sortField)

const returnBody = Type.Object({
  lines: Type.Array(Type.Object({ id: Type.String(), quantity: Type.Integer() }), {
    minItems: 1,
    maxItems: linesMax,
    expected: `a list of 1 to ${linesMax} lines, each with its id and a whole quantity`,
  }),
  reason: Type.String({
    maxLength: reasonMax,
    expected: `a text of at most ${reasonMax} characters`,
  }),
})

/** Returned goods and their credit notes. */
function creditNoteRoutes(deps: ConsoleDeps) {
  const { storefront } = deps
  return new Elysia()
    .get('/api/credit-notes', ({ request }) => listPage(deps, queryOf(request)), {
      query: listQuery,
      ...forCounter,
    })
    .get('/api/credit-notes/:id', ({ params: { id } }) => showCreditNote(storefront, id), {
      ...idParameter,
      ...forCounter,
    })
    .post(
      '/api/orders/:id/returns',
      async ({ request, params: { id }, body: { lines, reason } }) => {
        const by = sessionOf(request).userId
        const key = requireIdempotencyKey(request, 'take the goods back twice')
        const goods = { orderId: id, lines, reason: reason.trim(), by }
        await returnGoods(storefront, goods, key).catch(inWords)
        return { id }
      },
      { ...idParameter, body: returnBody, ...forCounter },
    )
}

/**
 * The answer to a return may get lost. If the form was changed before the repeat, the message explains that the goods
 * were already taken back.
 */
function inWords(error: unknown): never {
  if (error instanceof AppError && error.details['field'] === idempotencyField) {
    throw new AppError(
      'conflict',
      'Goods of this order were taken back already, before the form was changed. Look at the order before you take back more.',
    )
  }
  throw error
}

function listPage({ storefront }: ConsoleDeps, query: URLSearchParams) {
  const { page, size } = readPage(query)
  const { notes, total } = listCreditNotes(
    storefront,
    { search: searchField.read(query), ...readRange(givenRange(query)) },
    {
      sort: readSort(query, sortField, { by: 'made', isDescending: true }),
      limit: size,
      offset: (page - 1) * size,
    },
  )
  const items = notes.map((note) => ({
    ...note,
    issuedAt: new Date(note.issuedAt).toISOString(),
    invoicedAt: new Date(note.invoicedAt).toISOString(),
  }))
  return { items, total, page, size }
}
