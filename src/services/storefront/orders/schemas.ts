import { Type } from '@sinclair/typebox'
import {
  type QueryField,
  choiceField,
  rowErrorSchema,
  textField,
  textOf,
  unchecked,
  wholeNumberField,
} from '../../../platform/http/fields.ts'
import { recordSchema, refused } from '../../../platform/record/read.ts'
import { amountFields, customerFields, itemFields } from './record.ts'
import {
  type OrderStatus,
  itemsMax,
  listLimitDefault,
  listLimitMax,
  orderStatuses,
  staleCode,
  statusOf,
  syncedItemsMax,
  syncedOrdersMax,
} from './rules.ts'
import { fenceField, leaseFields } from '../../../books/leases/schemas.ts'
import { externalSchema } from '../../../books/results/schemas.ts'

const exampleId = '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'
const exampleItemId = '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1c'
const exampleProductId = '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1d'

const rupees = (description: string, example: number) =>
  Type.Number({
    minimum: 0,
    description: `${description} In rupees, with at most two decimals.`,
    examples: [example],
  })

const statusSchema = Type.Union(
  orderStatuses.map((status) => Type.Literal(status)),
  {
    description:
      'Forward along pending, paid, packed, dispatched, delivered; `cancelled` before dispatch, `returned` after.',
  },
)

const exampleItem = {
  id: exampleItemId,
  product_id: exampleProductId,
  variant_id: null,
  sku: 'RICE-5KG',
  product_name: 'Basmati Rice 5 kg',
  variant_label: null,
  hsn: '1006',
  quantity: 2,
  returned_quantity: 0,
  unit_price: 450,
  line_total: 900,
  gst_amount: 42.86,
  gst_pct: 5,
  offer_id: null,
  offer_title: null,
}

const orderItem = Type.Object(
  {
    id: Type.String({ format: 'uuid', examples: [exampleItemId] }),
    product_id: Type.String({
      description: '"" for a line that is no product of the catalogue.',
      examples: [exampleProductId],
    }),
    variant_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
      description: 'The variant that was sold, where it was one.',
    }),
    sku: Type.String({
      description: 'As it was sold; else the one that the variant, or its product, has now.',
      examples: ['RICE-5KG'],
    }),
    product_name: Type.String({ examples: ['Basmati Rice 5 kg'] }),
    variant_label: Type.Union([Type.String(), Type.Null()], { examples: ['M / Red'] }),
    hsn: Type.String({
      description: '"" when none is known. An extension of Daybook.',
      examples: ['1006'],
    }),
    quantity: Type.Integer({ minimum: 1, examples: [2] }),
    returned_quantity: Type.Integer({
      minimum: 0,
      description: 'Units that came back, while the rest stayed sold. An extension of Daybook.',
      examples: [0],
    }),
    unit_price: rupees('Of one unit, including GST.', 450),
    line_total: rupees('`unit_price` × `quantity`, including GST.', 900),
    gst_amount: rupees('The GST that `line_total` contains.', 42.86),
    gst_pct: Type.Number({ minimum: 0, maximum: 100, examples: [5] }),
    offer_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
      description: 'The offer that made `unit_price`; null without one. An extension of Daybook.',
    }),
    offer_title: Type.Union([Type.String(), Type.Null()], {
      description: 'What it was called then. An extension of Daybook.',
    }),
  },
  {
    $id: 'storefront.OrderItem',
    description: 'A line of an order as it was sold: later changes of the product do not touch it.',
    examples: [exampleItem],
  },
)

const exampleOrder = {
  id: exampleId,
  order_no: '2026-27/00001',
  revision: 1,
  customer_name: 'Asha Rao',
  customer_phone: '+91 98450 12345',
  customer_gstin: '',
  shipping_address: '12 MG Road',
  shipping_city: 'Bengaluru',
  shipping_state: 'Karnataka',
  shipping_pincode: '560001',
  status: 'pending',
  subtotal: 857.14,
  gst_total: 42.86,
  discount: 0,
  total: 900,
  created_at: '2026-11-05T09:30:00.000Z',
  items: [exampleItem],
  excluded_items: { count: 0, amount: 0 },
}

const orderFields = {
  id: Type.String({ format: 'uuid', examples: [exampleId] }),
  order_no: Type.String({
    description: 'Runs per financial year (April to March). An extension of Daybook.',
    examples: ['2026-27/00001'],
  }),
  revision: Type.Integer({
    minimum: 1,
    description:
      'Rises with every change of status. It does not bring back what was synced. An extension of Daybook.',
  }),
  customer_name: Type.String({ examples: ['Asha Rao'] }),
  customer_phone: Type.String({ examples: ['+91 98450 12345'] }),
  customer_gstin: Type.String({
    description: '"" when the customer has none. An extension of Daybook.',
    examples: [''],
  }),
  shipping_address: Type.String({ examples: ['12 MG Road'] }),
  shipping_city: Type.String({ examples: ['Bengaluru'] }),
  shipping_state: Type.String({ examples: ['Karnataka'] }),
  shipping_pincode: Type.String({ examples: ['560001'] }),
  status: statusSchema,
  subtotal: rupees('What the lines come to without GST.', 857.14),
  gst_total: rupees('The GST of all lines.', 42.86),
  discount: rupees('Of the order; it does not change the GST.', 0),
  total: rupees('`subtotal` + `gst_total` − `discount`, always exactly.', 900),
  created_at: Type.String({
    format: 'date-time',
    description: 'When the order was placed.',
    examples: ['2026-11-05T09:30:00.000Z'],
  }),
  items: Type.Array(orderItem),
  excluded_items: Type.Object(
    {
      count: Type.Integer({ minimum: 0 }),
      amount: rupees('The sum of their `line_total`.', 0),
    },
    {
      $id: 'storefront.ExcludedItems',
      description:
        'The lines of the order that are not in `items`, because they are synced already or have no SKU: the amounts of the order count them too. An extension of Daybook.',
    },
  ),
}

export const order = Type.Object(orderFields, {
  $id: 'storefront.Order',
  description: 'An order. The unsynced list shows only the lines that wait, other answers all.',
  examples: [exampleOrder],
})

/** A separate schema, because the warnings belong to the call, not to the order. */
export const placedOrder = Type.Object(
  {
    ...orderFields,
    warnings: Type.Optional(
      Type.Array(Type.String(), {
        description: 'What was read otherwise than it was sent; left out when there is nothing.',
        examples: [['discount was rounded to two decimals.']],
      }),
    ),
  },
  {
    $id: 'storefront.PlacedOrder',
    description: 'The order that was placed, with all its lines.',
    examples: [exampleOrder],
  },
)

export const movedOrder = Type.Object(orderFields, {
  $id: 'storefront.MovedOrder',
  description: 'The order as it is now, with all its lines.',
  examples: [{ ...exampleOrder, status: 'paid', revision: 2 }],
})

// These schemas are for the API document. The checks, which the import also uses, are in read-order.ts.

const newItem = recordSchema(itemFields, {
  $id: 'storefront.OrderInputItem',
  description:
    'What is sold: a `sku`, or `product_name`, `unit_price` and `gst_pct` for something that is not in the catalogue, which needs the scope `orders:price`.',
  examples: [{ sku: 'RICE-5KG', quantity: 2 }],
  required: ['quantity'],
})

export const newOrder = unchecked(
  recordSchema(
    { ...customerFields, ...amountFields },
    {
      // Not `NewOrder`, because Go's generators give this name to the constructor of `Order`.
      $id: 'storefront.OrderInput',
      description: 'An order to place.',
      examples: [
        {
          customer_name: 'Asha Rao',
          customer_phone: '+91 98450 12345',
          shipping_address: '12 MG Road',
          shipping_city: 'Bengaluru',
          shipping_state: 'Karnataka',
          shipping_pincode: '560001',
          items: [{ sku: 'RICE-5KG', quantity: 2 }],
        },
      ],
      required: [],
      more: { items: Type.Array(newItem, { minItems: 1, maxItems: itemsMax }) },
    },
  ),
)

export const moveBody = unchecked(
  Type.Object(
    { status: statusSchema },
    {
      $id: 'storefront.MoveOrder',
      description: 'Where the order goes.',
      examples: [{ status: 'paid' }],
    },
  ),
)

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
  description: 'Continue after this order: `next` of the previous answer. An extension of Daybook.',
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
