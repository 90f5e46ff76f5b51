import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { AppError } from '../../../platform/errors.ts'
import { idempotencyField, requireIdempotencyKey } from '../../../platform/http/idempotency.ts'
import { queryOf } from '../../../platform/http/fields.ts'
import {
  creditNoteSorts,
  listCreditNotes,
} from '../../../services/storefront/orders/invoices/show-invoice.ts'
import { returnGoods } from '../../../services/storefront/orders/move-status.ts'
import { showCreditNote } from '../../../services/storefront/orders/invoices/show-invoice.ts'
import type { ConsoleDeps } from '../../api/deps.ts'
import {
  fromField,
  givenRange,
  idParameter,
  listQueryOf,
  readPage,
  readRange,
  readSort,
  searchFieldOf,
  sortFieldOf,
  untilField,
} from '../../api/fields.ts'
import { forCounter, sessionOf } from '../../api/guard.ts'

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
export function creditNoteRoutes(deps: ConsoleDeps) {
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
