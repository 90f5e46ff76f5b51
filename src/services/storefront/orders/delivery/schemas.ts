import { Type } from '@sinclair/typebox'
import { rowErrorSchema } from '../../../../platform/http/error-schemas.ts'
import {
  choiceField,
  type QueryField,
  textField,
  textOf,
  unchecked,
  wholeNumberField,
} from '../../../../platform/http/fields.ts'
import { fenceField, leaseFields } from '../../../../books/leases/schemas.ts'
import { externalSchema } from '../../../../books/results/schemas.ts'
import { refused } from '../../../../platform/record/read.ts'
import {
  listLimitDefault,
  listLimitMax,
  type OrderStatus,
  orderStatuses,
  staleCode,
  statusOf,
  syncedItemsMax,
  syncedOrdersMax,
} from '../rules.ts'
import { exampleId, exampleItemId, exampleOrder, order } from '../schemas.ts'

export const limitField = wholeNumberField('limit', {
  minimum: 1,
  maximum: listLimitMax,
  default: listLimitDefault,
  description: 'How many orders to return at most.',
})

/** In any letter case: `Paid` is `paid`. */
export const statusField: QueryField<OrderStatus | undefined> = {
  ...choiceField('status', {
    choices: orderStatuses,
    description: 'Only orders of this status, written in any case.',
  }),
  read(query) {
    const text = textOf(query, 'status')
    if (text === '') return undefined
    const status = statusOf(text)
    if (status !== undefined) return status
    throw refused({ rule: 'choice', choices: orderStatuses, field: 'status', got: text })
  },
}

export const afterField = textField('after', {
  maxLength: 36,
  description: 'Continue behind this order: `next` of the answer before. An extension of Daybook.',
})

export const unsyncedAnswer = Type.Object(
  {
    data: Type.Array(order),
    count: Type.Integer({ minimum: 0, description: 'How many orders this answer carries.' }),
    waiting: Type.Integer({
      minimum: 0,
      description:
        'How many the call would return without `limit` and `after`. An extension of Daybook.',
    }),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'What to pass as `after` for the rest, or null. An extension of Daybook.',
    }),
    ...leaseFields,
  },
  {
    $id: 'storefront.UnsyncedOrders',
    description: 'The orders that wait, oldest first.',
    examples: [{ data: [exampleOrder], count: 1, waiting: 1, next: null }],
  },
)

const syncRow = Type.Object(
  {
    order_id: Type.String({
      format: 'uuid',
      description: 'As the unsynced list returned it.',
      examples: [exampleId],
    }),
    all_items: Type.Optional(
      Type.Boolean({ description: 'true marks every line; it wins over `order_item_ids`.' }),
    ),
    order_item_ids: Type.Optional(
      Type.Array(Type.String({ format: 'uuid' }), {
        maxItems: syncedItemsMax,
        description: 'The lines to mark.',
        examples: [[exampleItemId]],
      }),
    ),
    revision: Type.Optional(
      Type.Integer({
        description:
          'The state that was booked. When it is not the one of now, nothing of the row is marked: its error has the code `stale`. An extension of Daybook.',
        examples: [1],
      }),
    ),
    external: Type.Optional(externalSchema('storefront')),
    fence: fenceField,
  },
  {
    $id: 'storefront.SyncRow',
    description: 'An order and which of its lines were booked.',
    examples: [{ order_id: exampleId, all_items: true }],
  },
)

export const syncBody = Type.Object(
  {
    orders: Type.Array(unchecked(syncRow), {
      documented: { maxItems: syncedOrdersMax },
      description: 'Each row is judged by itself.',
    }),
  },
  {
    $id: 'storefront.SyncOrders',
    additionalProperties: true,
    description: `What was booked: at most ${syncedOrdersMax} orders.`,
    examples: [{ orders: [{ order_id: exampleId, all_items: true }] }],
  },
)

const syncResult = Type.Object(
  {
    order_id: Type.String({ description: 'As it was sent; "" when it was no text.' }),
    items_marked: Type.Integer({ minimum: 0, description: 'Lines that this call marked.' }),
    order_marked: Type.Boolean({
      description: 'Every line of the order is synced now, whichever call did it.',
    }),
    revision: Type.Optional(
      Type.Integer({ description: 'The one of now, where the row is `stale`.' }),
    ),
    late: Type.Optional(
      Type.Literal(true, {
        description: 'Somebody else was given the order meanwhile: it counts, and is flagged.',
      }),
    ),
    error: Type.Optional(
      rowErrorSchema(
        'storefront.SyncRowError',
        'What was wrong with the row; its valid ids were marked all the same.',
        [staleCode],
      ),
    ),
  },
  { $id: 'storefront.SyncResult', description: 'What became of one row.' },
)

export const syncAnswer = Type.Object(
  {
    summary: Type.Object(
      {
        total: Type.Integer({ minimum: 0, description: 'Rows.' }),
        orders_marked: Type.Integer({ minimum: 0, description: 'Rows with `order_marked`.' }),
        items_marked: Type.Integer({ minimum: 0 }),
        errors: Type.Integer({ minimum: 0, description: 'Rows with an `error`.' }),
      },
      { $id: 'storefront.SyncSummary' },
    ),
    results: Type.Array(syncResult),
  },
  {
    $id: 'storefront.SyncedOrders',
    description: 'What became of each row, in the order of the rows.',
    examples: [
      {
        summary: { total: 1, orders_marked: 1, items_marked: 1, errors: 0 },
        results: [{ order_id: exampleId, items_marked: 1, order_marked: true }],
      },
    ],
  },
)
