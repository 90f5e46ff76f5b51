import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/*
 * Money is in paise. An image is a reference (see images/store-images.ts): the name of a stored file, `HASH.EXT`, or a
 * URL elsewhere. Null means none. Folded columns are for sorting and searching (see texts.ts).
 */

export const categories = sqliteTable('categories', {
  id: text('id').primaryKey(),
  slug: text('slug').notNull().unique(),
  name: text('name').notNull(),
  foldedName: text('folded_name').notNull(),
  image: text('image'),
  sortOrder: integer('sort_order').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/**
 * `startsAt` and `endsAt` in milliseconds since the epoch. Null means no bound. `appliesTo` says which prices the
 * offer changes. Null means none: the offer is only announced. `targets` are the ids of its categories or products,
 * separated by `|`. Null means none.
 */
export const offers = sqliteTable('offers', {
  id: text('id').primaryKey(),
  slug: text('slug').notNull().unique(),
  title: text('title').notNull(),
  foldedTitle: text('folded_title').notNull(),
  subtitle: text('subtitle').notNull(),
  badgeText: text('badge_text').notNull(),
  image: text('image'),
  ruleKind: text('rule_kind', {
    enum: ['percentage', 'flat', 'buy_x_get_y', 'free_shipping', 'other'],
  }).notNull(),
  ruleValue: text('rule_value').notNull(),
  sortOrder: integer('sort_order').notNull(),
  isActive: integer('is_active', { mode: 'boolean' }).notNull(),
  startsAt: integer('starts_at'),
  endsAt: integer('ends_at'),
  appliesTo: text('applies_to', { enum: ['everything', 'categories', 'products'] }),
  targets: text('targets'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/**
 * `gstBasisPoints` are hundredths of a per cent. `image` is the first of `product_images`, repeated here so that a
 * list needs no second query. `sizeChart` is JSON. `vendorId` is an entry of the vendor list, without a foreign key,
 * because entries may be merged. `mrpGiven`: an MRP was given. Otherwise the MRP is the selling price with which the
 * product came. `priceGiven`: a price was given. Otherwise the price is 0 and the product cannot be ordered. `version`
 * is the catalogue's version (see catalogue-version.ts) at the row's last change.
 */
export const products = sqliteTable(
  'products',
  {
    seq: integer('seq').primaryKey(),
    id: text('id').notNull().unique(),
    sku: text('sku').unique(),
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    foldedName: text('folded_name').notNull(),
    description: text('description').notNull(),
    foldedDescription: text('folded_description').notNull(),
    details: text('details').notNull(),
    categoryId: text('category_id')
      .notNull()
      .references(() => categories.id),
    mrp: integer('mrp').notNull(),
    mrpGiven: integer('mrp_given', { mode: 'boolean' }).notNull(),
    salePrice: integer('sale_price').notNull(),
    priceGiven: integer('price_given', { mode: 'boolean' }).notNull(),
    minSalePrice: integer('min_sale_price'),
    stockQuantity: integer('stock_quantity').notNull(),
    gstBasisPoints: integer('gst_basis_points').notNull(),
    hsn: text('hsn').notNull(),
    barcode: text('barcode').notNull(),
    sizeChart: text('size_chart'),
    image: text('image'),
    videoUrl: text('video_url'),
    vendorId: text('vendor_id'),
    vendorCost: integer('vendor_cost'),
    b2bPrice: integer('b2b_price'),
    b2bMinQty: integer('b2b_min_qty'),
    isActive: integer('is_active', { mode: 'boolean' }).notNull(),
    approvalStatus: text('approval_status', {
      enum: ['approved', 'pending', 'rejected', 'draft'],
    }).notNull(),
    isListed: integer('is_listed', { mode: 'boolean' })
      .notNull()
      .generatedAlwaysAs(sql`(is_active AND approval_status = 'approved')`, { mode: 'virtual' }),
    version: integer('version').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    // An index for each sort order of the list, with and without a category. A page far down is found without reading the wide rows.
    index('products_newest').on(table.isListed, table.createdAt, table.id),
    index('products_price').on(table.isListed, table.salePrice, table.id),
    index('products_name').on(table.isListed, table.foldedName, table.id),
    index('products_category_newest').on(
      table.categoryId,
      table.isListed,
      table.createdAt,
      table.id,
    ),
    index('products_category_price').on(
      table.categoryId,
      table.isListed,
      table.salePrice,
      table.id,
    ),
    index('products_category_name').on(
      table.categoryId,
      table.isListed,
      table.foldedName,
      table.id,
    ),
    index('products_version').on(table.version),
    // A scanner at the counter searches by barcode.
    index('products_barcode')
      .on(table.barcode)
      .where(sql`${table.barcode} <> ''`),
    // Listed products without an image. There are few, and the first page of the console counts them.
    index('products_without_image')
      .on(table.isListed)
      .where(sql`${table.image} is null`),
    // Products without a price, which that page counts too.
    index('products_without_price')
      .on(table.isListed)
      .where(sql`${table.priceGiven} = 0`),
    // The products of a vendor, for merging vendors. Most products have none.
    index('products_vendor')
      .on(table.vendorId)
      .where(sql`${table.vendorId} is not null`),
  ],
)

/** The images of a product in their order: `sortOrder`, then `seq`. */
export const productImages = sqliteTable(
  'product_images',
  {
    seq: integer('seq').primaryKey(),
    productSeq: integer('product_seq')
      .notNull()
      .references(() => products.seq, { onDelete: 'cascade' }),
    sortOrder: integer('sort_order').notNull(),
    image: text('image').notNull(),
    alt: text('alt').notNull(),
  },
  (table) => [
    index('product_images_product').on(table.productSeq, table.sortOrder),
    index('product_images_image').on(table.image),
  ],
)

/** Sizes and colours of a product. SKUs are unique across products and variants. The commands enforce this between the two tables. */
export const variants = sqliteTable(
  'variants',
  {
    seq: integer('seq').primaryKey(),
    id: text('id').notNull().unique(),
    productSeq: integer('product_seq')
      .notNull()
      .references(() => products.seq, { onDelete: 'cascade' }),
    sku: text('sku').unique(),
    size: text('size').notNull(),
    color: text('color').notNull(),
    colorHex: text('color_hex').notNull(),
    mrp: integer('mrp').notNull(),
    mrpGiven: integer('mrp_given', { mode: 'boolean' }).notNull(),
    salePrice: integer('sale_price').notNull(),
    priceGiven: integer('price_given', { mode: 'boolean' }).notNull(),
    stockQuantity: integer('stock_quantity').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    index('variants_product').on(table.productSeq),
    index('variants_without_price')
      .on(table.productSeq)
      .where(sql`${table.priceGiven} = 0`),
  ],
)

/** One row (id 1). Every change that an answer about the catalogue may show raises the version. */
export const catalogueState = sqliteTable('catalogue_state', {
  id: integer('id').primaryKey(),
  version: integer('version').notNull(),
})

/**
 * The last digits of a phone number, without spaces and signs: an Indian number without its country code. It uses raw
 * column names, so that the index has the same expression.
 */
export const lastDigits = sql`substr(replace(replace(replace(replace(replace(replace(customer_phone, ' ', ''), '-', ''), '+', ''), '(', ''), ')', ''), '.', ''), -10)`

/**
 * `orderNo` counts within a financial year. `revision` rises with every change of status or lines. `takesStock`: the
 * order was placed here and took its units from the stock. They return when it is cancelled or returned. An imported
 * order took none. `waitingItems` counts the items that have a SKU and are not synced: the order waits while there are
 * any. `placedKeyId` is the key that placed the order, without a foreign key, because a copy for tests has no keys.
 * Null for orders from the console or a file, and for orders from before the column existed.
 */
export const orders = sqliteTable(
  'orders',
  {
    seq: integer('seq').primaryKey(),
    id: text('id').notNull().unique(),
    orderNo: text('order_no').notNull().unique(),
    customerName: text('customer_name').notNull(),
    customerPhone: text('customer_phone').notNull(),
    customerGstin: text('customer_gstin').notNull(),
    shippingAddress: text('shipping_address').notNull(),
    shippingCity: text('shipping_city').notNull(),
    shippingState: text('shipping_state').notNull(),
    shippingPincode: text('shipping_pincode').notNull(),
    status: text('status', {
      enum: ['pending', 'paid', 'packed', 'dispatched', 'delivered', 'cancelled', 'returned'],
    }).notNull(),
    subtotal: integer('subtotal').notNull(),
    gstTotal: integer('gst_total').notNull(),
    discount: integer('discount').notNull(),
    total: integer('total').notNull(),
    revision: integer('revision').notNull(),
    takesStock: integer('takes_stock', { mode: 'boolean' }).notNull(),
    waitingItems: integer('waiting_items').notNull(),
    syncedAt: integer('synced_at'),
    placedKeyId: text('placed_key_id'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    index('orders_created').on(table.createdAt, table.id),
    index('orders_synced').on(table.syncedAt),
    // The orders of one customer, for exporting a customer's data. drizzle-kit cuts an expression at its commas, so the migration was
    // corrected by hand.
    index('orders_phone')
      .on(lastDigits)
      .where(sql`customer_phone <> ''`),
    // Waiting orders, oldest first. The index stays small, however many orders there are.
    index('orders_waiting')
      .on(table.createdAt, table.id, table.status)
      .where(sql`${table.waitingItems} > 0`),
  ],
)

/**
 * A line as sold. `sku`, `productName`, `variantLabel`, `hsn` and the rate are snapshots. Ids have no foreign keys,
 * because deleting a product must not delete its orders. `productId` is '' for a line without a product. The offer is
 * the one that made the price. Null without one. `returnedQuantity` counts units returned while the others stayed
 * sold.
 */
export const orderItems = sqliteTable(
  'order_items',
  {
    seq: integer('seq').primaryKey(),
    id: text('id').notNull().unique(),
    orderSeq: integer('order_seq')
      .notNull()
      .references(() => orders.seq),
    productId: text('product_id').notNull(),
    variantId: text('variant_id'),
    sku: text('sku'),
    productName: text('product_name').notNull(),
    variantLabel: text('variant_label'),
    hsn: text('hsn').notNull(),
    quantity: integer('quantity').notNull(),
    returnedQuantity: integer('returned_quantity').notNull(),
    unitPrice: integer('unit_price').notNull(),
    lineTotal: integer('line_total').notNull(),
    gstAmount: integer('gst_amount').notNull(),
    gstBasisPoints: integer('gst_basis_points').notNull(),
    offerId: text('offer_id'),
    offerTitle: text('offer_title'),
    syncedAt: integer('synced_at'),
    syncedKeyId: text('synced_key_id'),
  },
  (table) => [
    index('order_items_order').on(table.orderSeq),
    // Sold units of a product that the ERP has not acknowledged (`as_of`).
    index('order_items_unsynced')
      .on(table.productId, table.variantId)
      .where(sql`${table.syncedAt} is null`),
  ],
)

/** The last order number of each financial year. `year` is the year in which it begins. */
export const orderCounters = sqliteTable('order_counters', {
  year: integer('year').primaryKey(),
  last: integer('last').notNull(),
})

/** The built-in category for products without one. The storefront's first migration creates it. */
export const uncategorisedId = '019a0000-0000-7000-8000-000000000001'

/**
 * Customers who agreed to be remembered, by the digits of their phone number (see rules.ts). `agreedAt` is their
 * latest agreement, `lastOrderAt` their latest order. They are forgotten years after it.
 */
export const customers = sqliteTable(
  'customers',
  {
    id: text('id').primaryKey(),
    phone: text('phone').notNull().unique(),
    name: text('name').notNull(),
    foldedName: text('folded_name').notNull(),
    gstin: text('gstin').notNull(),
    address: text('address').notNull(),
    city: text('city').notNull(),
    state: text('state').notNull(),
    pincode: text('pincode').notNull(),
    agreedAt: integer('agreed_at').notNull(),
    lastOrderAt: integer('last_order_at').notNull(),
  },
  (table) => [index('customers_last_order').on(table.lastOrderAt)],
)

/**
 * Invoices of orders. An invoice never changes. `seller` is JSON of the seller at that time, `placeOfSupply` a state's
 * GST code, `payable` the order's total, rounded if the shop rounds. `halvesAreEqual`: CGST and SGST are equal. Older
 * invoices split the GST of the prices, so that their halves may differ by a paisa, and stay as printed. A cancelled
 * order keeps its number.
 */
export const invoices = sqliteTable('invoices', {
  seq: integer('seq').primaryKey(),
  orderSeq: integer('order_seq')
    .notNull()
    .unique()
    .references(() => orders.seq),
  number: text('number').notNull().unique(),
  kind: text('kind', { enum: ['tax invoice', 'bill of supply', 'invoice'] }).notNull(),
  seller: text('seller').notNull(),
  placeOfSupply: text('place_of_supply').notNull(),
  payable: integer('payable').notNull(),
  halvesAreEqual: integer('halves_are_equal', { mode: 'boolean' }).notNull(),
  issuedAt: integer('issued_at').notNull(),
})

/** The last invoice number of each financial year. `year` is the year in which it begins. */
export const invoiceCounters = sqliteTable('invoice_counters', {
  year: integer('year').primaryKey(),
  last: integer('last').notNull(),
})

/**
 * Credit notes for returned goods of an invoice. A credit note never changes. `total` is the sum of its lines minus
 * their `discount`, `payable` the total rounded like the invoice. `gst` is the tax on the note, which may differ from
 * the tax of its lines by round-off.
 */
export const creditNotes = sqliteTable(
  'credit_notes',
  {
    seq: integer('seq').primaryKey(),
    id: text('id').notNull().unique(),
    invoiceSeq: integer('invoice_seq')
      .notNull()
      .references(() => invoices.seq),
    number: text('number').notNull().unique(),
    reason: text('reason').notNull(),
    taxable: integer('taxable').notNull(),
    gst: integer('gst').notNull(),
    discount: integer('discount').notNull(),
    total: integer('total').notNull(),
    payable: integer('payable').notNull(),
    issuedAt: integer('issued_at').notNull(),
  },
  (table) => [index('credit_notes_invoice').on(table.invoiceSeq)],
)

/** The units of an order's lines on a credit note, with their sales amounts. */
export const creditNoteLines = sqliteTable(
  'credit_note_lines',
  {
    seq: integer('seq').primaryKey(),
    noteSeq: integer('note_seq')
      .notNull()
      .references(() => creditNotes.seq),
    itemId: text('item_id')
      .notNull()
      .references(() => orderItems.id),
    quantity: integer('quantity').notNull(),
    lineTotal: integer('line_total').notNull(),
    gstAmount: integer('gst_amount').notNull(),
  },
  (table) => [index('credit_note_lines_note').on(table.noteSeq)],
)

/** The last credit note number of each financial year. */
export const creditNoteCounters = sqliteTable('credit_note_counters', {
  year: integer('year').primaryKey(),
  last: integer('last').notNull(),
})
