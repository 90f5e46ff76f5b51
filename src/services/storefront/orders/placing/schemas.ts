import { Type } from '@sinclair/typebox'
import { unchecked } from '../../../../platform/http/fields.ts'
import { itemsMax, quantityMax } from '../rules.ts'
import { statusSchema } from '../schemas.ts'
import {
  addressLengthMax,
  gstinTextLengthMax,
  hsnLengthMax,
  nameLengthMax,
  phoneLengthMax,
  pincodeLengthMax,
  placeLengthMax,
  skuLengthMax,
} from './read-order.ts'

// These are for the document; the checks, which also serve the import, are in read-order.ts.

const optionalText = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }))

const optionalRupees = (description: string) =>
  Type.Optional(
    Type.Number({ minimum: 0, description: `${description} In rupees, at most two decimals.` }),
  )

const newItem = Type.Object(
  {
    sku: optionalText(
      skuLengthMax,
      'A product or a variant of the catalogue: it says name, HSN, GST rate and price.',
    ),
    quantity: Type.Integer({ minimum: 1, maximum: quantityMax, examples: [2] }),
    unit_price: optionalRupees(
      "Of one unit, including GST. Left out, the catalogue's sale price counts; another one needs the scope `orders:price`.",
    ),
    product_name: optionalText(nameLengthMax, 'Needed on a line without a SKU.'),
    gst_pct: Type.Optional(
      Type.Number({ minimum: 0, maximum: 100, description: 'Needed on a line without a SKU.' }),
    ),
    variant_label: optionalText(nameLengthMax, 'Of a line without a SKU.'),
    hsn: optionalText(hsnLengthMax, 'Where the catalogue has none.'),
  },
  {
    $id: 'storefront.NewOrderItem',
    description:
      'What is sold: a `sku`, or `product_name`, `unit_price` and `gst_pct` for something that is not in the catalogue, which needs the scope `orders:price`.',
    examples: [{ sku: 'RICE-5KG', quantity: 2 }],
  },
)

export const newOrder = unchecked(
  Type.Object(
    {
      customer_name: optionalText(nameLengthMax, '"" when it is left out, as all texts.'),
      customer_phone: optionalText(phoneLengthMax, 'As the customer gave it.'),
      customer_gstin: optionalText(
        gstinTextLengthMax,
        'Checked by its check character; spaces and hyphens between its characters are left out.',
      ),
      shipping_address: optionalText(addressLengthMax, 'May have several lines.'),
      shipping_city: optionalText(placeLengthMax, 'Where the goods go.'),
      shipping_state: optionalText(placeLengthMax, 'The place of supply.'),
      shipping_pincode: optionalText(pincodeLengthMax, 'Of the address.'),
      discount: optionalRupees(
        'Of the order; at most what the lines come to. Needs the scope `orders:price`.',
      ),
      total: optionalRupees(
        'What the customer was shown. An order that comes to more than 1.00 more or less is refused; likewise `subtotal` and `gst_total`.',
      ),
      items: Type.Array(newItem, { minItems: 1, maxItems: itemsMax }),
    },
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
