/*
 * Every field of the console that takes a number: `number-fields.long.e2e.ts` types into each, and a test fails when the
 * sources have one that is not listed here.
 */

/** The fields of each place in the sources that has number fields of its own, in their order there. */
export const numberFields = {
  'pages/catalogue/page.tsx': [['price in the list', 'stock in the list']],
  'pages/credits/page.tsx': [['credits']],
  'pages/keys/form.tsx': [['calls a minute']],
  'pages/labels/page.tsx': [['first label'], ['labels of each'], ['labels of one']],
  'pages/offers/form.tsx': [['percentage of an offer', 'amount of an offer']],
  'pages/orders/new-order-page.tsx': [['discount']],
  'pages/orders/order-page.tsx': [['goods that came back']],
  'pages/orders/typed-lines.tsx': [['quantity'], ['unit price'], ['GST rate of a line']],
  'pages/settings/invoices.tsx': [['next invoice'], ['part of the disk']],
  'pages/settings/reading.tsx': [['documents at once']],
} as const satisfies Readonly<Record<string, readonly (readonly string[])[]>>

/** Those that a form makes of the declaration of its record, by what the form calls them. */
export const recordNumbers = {
  product: {
    mrp: 'MRP, with GST',
    sale_price: 'Selling price, with GST',
    stock_quantity: 'Stock',
    gst_pct: 'GST rate',
    min_sale_price: 'Lowest selling price',
    vendor_cost: 'Purchase price',
    b2b_price: 'Price for businesses',
    b2b_min_qty: 'Least quantity for businesses',
  },
  variant: {
    mrp: 'MRP of variant 1',
    sale_price: 'Selling price of variant 1',
    stock_quantity: 'Stock of variant 1',
  },
} as const
