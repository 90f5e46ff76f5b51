import { Type } from '@sinclair/typebox'
import { unchecked } from '../../../../platform/http/fields.ts'
import { recordSchema } from '../../../../platform/record/schema.ts'
import { amountFields, customerFields, itemFields } from '../record.ts'
import { itemsMax } from '../rules.ts'
import { statusSchema } from '../schemas.ts'

// These are for the document; the checks, which also serve the import, are in read-order.ts.

const newItem = recordSchema(itemFields, {
  $id: 'storefront.NewOrderItem',
  description:
    'What is sold: a `sku`, or `product_name`, `unit_price` and `gst_pct` for something that is not in the catalogue, which needs the scope `orders:price`.',
  examples: [{ sku: 'RICE-5KG', quantity: 2 }],
  required: ['quantity'],
})

export const newOrder = unchecked(
  recordSchema(
    { ...customerFields, ...amountFields },
    {
      $id: 'storefront.NewOrder',
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
