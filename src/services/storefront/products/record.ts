import type { JsonValue } from '../../../platform/json/json.ts'
import {
  type About,
  type Field,
  documented,
  isBlank,
  named,
  orNone,
} from '../../../platform/record/field.ts'
import { fieldAt, say } from '../../../platform/record/sentence.ts'
import { toNfc } from '../../../platform/text.ts'
import { slugCharactersMax, slugOf } from '../texts.ts'
import {
  choice,
  count,
  flag,
  label,
  line,
  money,
  percentage,
  reference,
  text,
  webAddress,
} from '../../../platform/record/kinds.ts'

/** The longest size chart, in characters of its JSON. */
const sizeChartCharactersMax = 20_000

/** Slugs that are paths of the API (source: decisions, "Products"). */
export const reservedSlugs: ReadonlySet<string> = new Set(['bulk', 'stock'])

/** A field that a record may leave out if something else identifies the product. */
function lackable<const Key extends string>(
  declared: Field<Key, string, string>,
): Field<Key, string | null, string | null> {
  return { ...declared, initial: null, toJson: (value) => value }
}

/** Blank text counts as not given: exports of other systems are full of it. */
function blankIsAbsent<const Key extends string, Value, Json>(
  declared: Field<Key, Value, Json>,
): Field<Key, Value, Json> {
  return {
    ...declared,
    read(value, at, reading) {
      if (!isBlank(value)) return declared.read(value, at, reading)
      reading.warn(say`${fieldAt(at)} is blank: it counts as not given.`)
      return undefined
    },
  }
}

/** Blank text clears the field, like null. */
function blankIsNone<const Key extends string, Value, Json>(
  declared: Field<Key, Value | null, Json>,
): Field<Key, Value | null, Json> {
  return {
    ...declared,
    read: (value, at, reading) => (isBlank(value) ? null : declared.read(value, at, reading)),
  }
}

/** Digits of the HSN code, or none. */
function hsn<const Key extends string>(about: About<Key>): Field<Key, string, string> {
  return {
    ...named(about),
    cell: 'hsn',
    schema: { type: 'string', ...documented(about) },
    initial: '',
    read(value, at, reading) {
      const digits = typeof value === 'string' ? value.trim() : undefined
      if (digits !== undefined && /^(\d{4,8})?$/.test(digits)) return digits
      return reading.refuse({ rule: 'digits', min: 4, max: 8, field: at, got: value })
    },
    toJson: (value) => value,
  }
}

/** `#rgb` or `#rrggbb`. Blank counts as not given. */
function colour<const Key extends string>(about: About<Key>): Field<Key, string, string> {
  return {
    ...named(about),
    cell: 'text',
    schema: { type: 'string', ...documented(about) },
    initial: '#000000',
    read(value, at, reading) {
      if (value === '') return undefined
      if (typeof value === 'string' && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value)) return value
      const allowed = 'a hex colour such as #1a2b3c'
      return reading.refuse({ rule: 'other', allowed, field: at, got: value })
    },
    toJson: (value) => value,
  }
}

/** Any JSON, stored as its text. Empty JSON means none. */
function sizeChart<const Key extends string>(
  about: About<Key>,
): Field<Key, string | null, JsonValue> {
  return {
    ...named(about),
    cell: 'none',
    schema: { type: 'anything', ...documented(about) },
    initial: null,
    read(value, at, reading) {
      const chart = toNfc(JSON.stringify(value))
      if (chart.length <= sizeChartCharactersMax) {
        return ['""', '[]', '{}'].includes(chart) ? null : chart
      }
      const allowed = `at most ${sizeChartCharactersMax} characters of JSON`
      return reading.refuse({ rule: 'other', allowed, field: at, got: value })
    },
    toJson: (value) => (value === null ? null : parsed(value)),
  }
}

function parsed(json: string): JsonValue {
  const value: JsonValue = JSON.parse(json)
  return value
}

/** The last part of a product's address, in the form of `slugOf`. */
function slug<const Key extends string>(about: About<Key>): Field<Key, string, string> {
  return {
    ...named(about),
    cell: 'text',
    schema: { type: 'string', maxLength: slugCharactersMax, ...documented(about) },
    initial: '',
    read(value, at, reading) {
      const given = typeof value === 'string' ? toNfc(value).trim() : ''
      const made = slugOf(given)
      if (made === '' || given !== made) {
        const instead = made === '' ? '' : ` such as ${made}`
        const allowed = `at most ${slugCharactersMax} lower-case letters, digits and single hyphens${instead}`
        return reading.refuse({ rule: 'other', allowed, field: at, got: value })
      }
      if (!reservedSlugs.has(made)) return made
      const sentence = say`${fieldAt(at)} must not be ${made}: the API uses that word.`
      return reading.refuse({ rule: 'said', field: at, sentence })
    },
    toJson: (value) => value,
  }
}

/*
 * Declares a product once. The reader of `products/bulk`, its schema, the comparison, the export, tables, and the
 * console's form and words use this declaration. A new field needs a line here and a column in tables.ts.
 */

/** Lengths of texts, in characters. */
export const skuCharactersMax = 200
const nameCharactersMax = 300
const descriptionCharactersMax = 20_000
const barcodeCharactersMax = 64
export const urlCharactersMax = 2_048
const variantLabelCharactersMax = 100

/** The largest stock and the lowest negative stock, in units. */
const stockMax = 1_000_000_000

/** The approval states (source: decisions, "Products"). */
export const approvalStatuses = ['approved', 'pending', 'rejected', 'draft'] as const

const exampleId = '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'

const extension = 'An extension of Daybook.'

/** The fields that products and variants share. */
const sku = line({
  key: 'sku',
  label: 'SKU',
  max: skuCharactersMax,
  cell: 'code',
  csv: 'sku code itemcode productcode articlecode skucode itemno partno partnumber alias',
  description: 'What the product is matched by: exact after trimming.',
  examples: ['RICE-5KG'],
})

const stock = count({
  key: 'stockQuantity',
  label: 'Stock',
  // Stock comes from an ERP and may be negative.
  min: -stockMax,
  max: stockMax,
  floored: true,
  csv: 'stock stockquantity quantity qty closingstock instock onhand stockqty closingqty closingquantity stockinhand availableqty balanceqty',
  description: 'Units in stock. Below zero means sold out; a fraction is rounded down.',
})

const mrp = money({
  key: 'mrp',
  label: 'MRP',
  csv: 'mrp maximumretailprice listprice',
  description: 'Maximum retail price, including GST.',
})

const salePrice = money({
  key: 'salePrice',
  label: 'Selling price',
  csv: 'saleprice sellingprice salesprice price rate sp salerate retailprice',
  description: 'What it sells for, including GST.',
})

/** The fields of a record of `products`, without its images and variants. */
export const productFields = {
  // Products without a SKU are identified by id.
  sku: lackable(sku),
  name: line({
    key: 'name',
    label: 'Name',
    max: nameCharactersMax,
    csv: 'name productname itemname product item title particulars nameofitem nameofproduct stockitem stockitemname',
    examples: ['Basmati Rice'],
  }),
  mrp,
  sale_price: salePrice,
  stock_quantity: stock,
  gst_pct: percentage({
    key: 'gstBasisPoints',
    label: 'GST %',
    phrase: 'the GST rate',
    csv: 'gst gstpct gstrate gstpercent tax taxrate igst taxpct',
    examples: [5],
  }),
  hsn: hsn({
    key: 'hsn',
    label: 'HSN code',
    csv: 'hsn hsncode hsnsac hsnsaccode',
    description: `4 to 8 digits. ${extension}`,
    examples: ['1006'],
  }),
  barcode: label({
    key: 'barcode',
    label: 'Barcode',
    max: barcodeCharactersMax,
    cell: 'code',
    csv: 'barcode ean ean13 upc gtin barcodeno',
    description: extension,
  }),
  description: text({
    key: 'description',
    label: 'Description',
    max: descriptionCharactersMax,
    csv: 'description desc productdescription itemdescription',
  }),
  details: text({
    key: 'details',
    label: 'Details',
    max: descriptionCharactersMax,
    csv: 'details longdescription specifications',
  }),
  min_sale_price: orNone(
    money({
      key: 'minSalePrice',
      label: 'Lowest selling price',
      csv: 'minsaleprice minprice minimumprice floorprice lowestsellingprice',
      description: 'Selling below it is a warning.',
    }),
  ),
  vendor_id: blankIsNone(
    orNone(
      reference({
        key: 'vendorId',
        label: 'Vendor',
        description: "An entry of the organisation's vendor list.",
      }),
    ),
  ),
  vendor_cost: orNone(
    money({
      key: 'vendorCost',
      label: 'Purchase price',
      csv: 'vendorcost cost costprice purchaseprice purchaserate buyingprice cp',
      description: 'What the vendor charges; no customer sees it.',
    }),
  ),
  b2b_price: orNone(
    money({
      key: 'b2bPrice',
      label: 'Business price',
      csv: 'b2bprice businessprice wholesaleprice wholesalerate dealerprice',
      description: 'The price for other businesses.',
    }),
  ),
  b2b_min_qty: orNone(
    count({
      key: 'b2bMinQty',
      label: 'Least quantity for businesses',
      min: 0,
      max: stockMax,
      csv: 'b2bminqty moq minimumorderquantity wholesaleminqty',
    }),
  ),
  is_active: flag({
    key: 'isActive',
    label: 'Active (yes or no)',
    phrase: 'active',
    initial: true,
    csv: 'isactive active enabled',
    description: 'true for a new product.',
  }),
  approval_status: choice({
    key: 'approvalStatus',
    label: 'Approval',
    choices: approvalStatuses,
    csv: 'approvalstatus approval status',
    description: '`approved` for a new product; only those are listed.',
  }),
  size_chart: sizeChart({
    key: 'sizeChart',
    label: 'Size chart',
    description: `Any JSON; \`{}\` takes it away. ${extension}`,
  }),
  video_url: webAddress({
    key: 'videoUrl',
    label: 'Video link',
    max: urlCharactersMax,
    csv: 'videourl video videolink',
  }),
  category_id: blankIsAbsent(
    reference({
      key: 'categoryId',
      label: 'Category',
      description: 'This or category_slug.',
      examples: [exampleId],
    }),
  ),
  category_slug: blankIsAbsent(
    line({
      key: 'categorySlug',
      label: 'Category',
      max: slugCharactersMax,
      description: 'This or category_id.',
      examples: ['groceries'],
    }),
  ),
  slug: blankIsAbsent(
    slug({
      key: 'slug',
      label: 'Web address',
      csv: 'slug webaddress handle urlkey',
      description: 'Made from the name when it is left out, and kept when the name changes.',
      examples: ['basmati-rice'],
    }),
  ),
}

/** The columns that a record sets. `category_slug` is another form of `category_id`. */
export const productColumns = Object.values(productFields)
  .map(({ key }) => key)
  .filter((key) => key !== 'categorySlug')

/** The fields of an entry of `variants`, without its id. */
export const variantFields = {
  sku: lackable(sku),
  size: label({
    key: 'size',
    label: 'Size',
    csv: 'size sizename',
    max: variantLabelCharactersMax,
    examples: ['M'],
  }),
  color: label({
    key: 'color',
    label: 'Colour',
    csv: 'colour color colourname colorname',
    max: variantLabelCharactersMax,
    examples: ['Red'],
  }),
  color_hex: colour({
    key: 'colorHex',
    label: 'Shade',
    csv: 'shade colourcode colorcode colorhex colourhex',
    examples: ['#c0392b'],
  }),
  mrp,
  sale_price: salePrice,
  stock_quantity: stock,
}

export const variantColumns = Object.values(variantFields).map(({ key }) => key)
