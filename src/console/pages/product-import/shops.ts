import type { TableRow } from './file.ts'
import type { Column } from './columns.ts'

/* The product files of other shops' programs, converted for this import. */

/** Another program's table, converted. */
export type ShopTable = {
  program: 'Shopify' | 'WooCommerce'
  columns: readonly Column[]
  rows: readonly TableRow[]
  /** What the owner should know about the conversion. */
  notice: string
}

/** The values of a product or a variant, by field. */
type Said = Partial<Record<Column, string>>

/** A row of the other program. `cell` finds a value by its title. */
type ShopRow = { row: number; cell(...titles: readonly string[]): string }

/*
 * Shopify's product file (source: help.shopify.com, "Using CSV files to import and export products"). Rows with one handle are one product.
 * The first row names the product. Each row with a price is a variant, and other rows bring more images. Titles since 2025 come first, then
 * the older titles.
 */

const handleTitles = ['URL handle', 'Handle'] as const
const priceTitles = ['Price', 'Variant Price'] as const
const imageTitles = ['Product image URL', 'Image Src'] as const

export function isShopify(titles: ReadonlySet<string>): boolean {
  const hasOne = (names: readonly string[]) => names.some((name) => titles.has(name.toLowerCase()))
  return (
    hasOne(handleTitles) && hasOne(priceTitles) && hasOne(['Title']) && hasOne(['Option1 Name'])
  )
}

export function fromShopify(header: readonly string[], rows: readonly TableRow[]): ShopTable {
  const hsn = header.filter((title) => /\bhsn\b/i.test(title))
  const products = Map.groupBy(shopRows(header, rows), ({ cell }) => cell(...handleTitles))
  products.delete('')
  const said = [...products].flatMap(([key, own]) => shopifyProduct(key, own, hsn))
  return tableOf('Shopify', said, ['vendor (a brand there)', 'tags', 'weights'])
}

function shopifyProduct(key: string, rows: readonly ShopRow[], hsn: readonly string[]) {
  const [first] = rows
  if (first === undefined) return []
  const sold = rows.filter(({ cell }) => cell(...priceTitles) !== '')
  const variants = sold.filter((row) => optionsOf(row, first).length > 0)
  const product: Said = {
    name: first.cell('Title'),
    slug: key.toLowerCase(),
    description: textOfHtml(first.cell('Description', 'Body (HTML)')),
    category: first.cell('Type') || categoryOf(first.cell('Product category', 'Tags')),
    images: [...new Set(rows.map(({ cell }) => cell(...imageTitles)))].filter(Boolean).join(', '),
    is_active: /^(?:draft|archived|unlisted)$/i.test(first.cell('Status')) ? 'no' : 'yes',
    hsn: first.cell(...hsn),
  }
  const [one = first] = sold
  if (variants.length === 0) {
    return [
      { row: first.row, says: { ...shopifySold(one), ...product, sku: shopifySku(one) || key } },
    ]
  }
  const { mrp = '', sale_price: salePrice = '' } = shopifySold(one)
  const sku = madeSku(key)
  return [
    { row: first.row, says: { ...product, sku, mrp, sale_price: salePrice } },
    ...variants.map((row) => {
      const named = sizeAndColour(optionsOf(row, first))
      const own = shopifySku(row) || madeSku(key, named.size ?? '', named.color ?? '')
      const { barcode: _barcode, vendor_cost: _cost, ...prices } = shopifySold(row)
      return { row: row.row, says: { ...prices, ...named, sku: own, variant_of: sku } }
    }),
  ]
}

/** The options of a variant. Only the first row has their names. A product without options has one with the name "Title". */
function optionsOf({ cell }: ShopRow, first: ShopRow): Option[] {
  return [1, 2, 3].flatMap((number) => {
    const name = first.cell(`Option${number} Name`)
    const value = cell(`Option${number} Value`)
    return value === '' || (name === 'Title' && value === 'Default Title') ? [] : { name, value }
  })
}

function shopifySku({ cell }: ShopRow): string {
  return withoutApostrophe(cell('SKU', 'Variant SKU'))
}

function shopifySold({ cell }: ShopRow): Said {
  return {
    ...pricesOf(cell(...priceTitles), cell('Compare-at price', 'Variant Compare At Price')),
    stock_quantity: cell('Inventory quantity', 'Variant Inventory Qty'),
    barcode: withoutApostrophe(cell('Barcode', 'Variant Barcode')),
    vendor_cost: cell('Cost per item'),
  }
}

/** Shopify puts an apostrophe before codes, so that a spreadsheet does not take a code for a number. */
function withoutApostrophe(text: string): string {
  return text.replace(/^'/, '')
}

/*
 * WooCommerce's product file (source: its wiki, "Product CSV Import Schema"). By its Type, a row is a product or a variation. The column
 * Parent names the product of a variation by SKU, or by "id:" and its ID.
 */

export function isWooCommerce(titles: ReadonlySet<string>): boolean {
  return ['type', 'sku', 'name', 'regular price', 'parent'].every((title) => titles.has(title))
}

export function fromWooCommerce(header: readonly string[], rows: readonly TableRow[]): ShopTable {
  const all = shopRows(header, rows)
  const attributes = header.flatMap((title) => /^Attribute (\d+) name$/i.exec(title)?.[1] ?? [])
  const skus = new Map(all.map((row) => [`id:${row.cell('ID')}`, wooSku(row)]))
  const parentOf = ({ cell }: ShopRow) => skus.get(cell('Parent')) ?? cell('Parent')
  const variations = Map.groupBy(all.filter(isVariation), parentOf)
  const said = all.flatMap((row): { row: number; says: Said }[] => {
    if (isLeftOut(row)) return []
    const [first] = variations.get(wooSku(row)) ?? []
    const says = isVariation(row)
      ? variationOf(row, parentOf(row), attributes)
      : wooProduct(row, first)
    return [{ row: row.row, says }]
  })
  const grouped = all.filter(isLeftOut).length
  const left = grouped === 0 ? [] : [`${grouped} grouped products`]
  return tableOf('WooCommerce', said, [...left, 'tags', 'weights'])
}

function isVariation({ cell }: ShopRow): boolean {
  return /\bvariation\b/i.test(cell('Type'))
}

/** A grouped product only lists other products. */
function isLeftOut({ cell }: ShopRow): boolean {
  return /\bgrouped\b/i.test(cell('Type'))
}

function wooSku({ cell }: ShopRow): string {
  return cell('SKU') || madeSku('WOO', cell('ID'))
}

/** A product with variations has no prices of its own and gets those of its first variation. */
function wooProduct(row: ShopRow, variation: ShopRow | undefined): Said {
  const { cell } = row
  const [short, long] = [textOfHtml(cell('Short description')), textOfHtml(cell('Description'))]
  const prices = wooSold(row)
  return {
    ...prices,
    ...(prices.mrp === undefined && variation !== undefined ? wooPrices(variation) : {}),
    sku: wooSku(row),
    name: cell('Name'),
    description: short || long,
    details: short === '' ? '' : long,
    category: categoryOf(cell('Categories', 'Tags')),
    gst_pct: rateIn(cell('Tax class')),
    barcode: cell('GTIN, UPC, EAN, or ISBN'),
    is_active: cell('Published') === '1' || cell('Published') === '' ? 'yes' : 'no',
    images: cell('Images'),
  }
}

function variationOf(row: ShopRow, parent: string, attributes: readonly string[]): Said {
  const options = attributes.map((number): Option => ({
    name: row.cell(`Attribute ${number} name`),
    value: row.cell(`Attribute ${number} value(s)`),
  }))
  return { ...wooSold(row), ...sizeAndColour(options), sku: wooSku(row), variant_of: parent }
}

function wooSold(row: ShopRow): Said {
  const stock = row.cell('Stock')
  const isOut = row.cell('In stock?') === '0'
  return { ...wooPrices(row), stock_quantity: stock === '' && isOut ? '0' : stock }
}

function wooPrices({ cell }: ShopRow): Said {
  return pricesOf(cell('Sale price', 'Regular price'), cell('Regular price'))
}

/** Indian shops name a tax class "GST 18%", "gst-5" or "12". A name without a number has no rate. */
function rateIn(taxClass: string): string {
  return /\d+(?:\.\d+)?/.exec(taxClass)?.[0] ?? ''
}

/* What both have in common. */

/** The fields of the converted table, in the order of the import's columns. */
const order: readonly Column[] = [
  'sku',
  'variant_of',
  'name',
  'size',
  'color',
  'category',
  'mrp',
  'sale_price',
  'stock_quantity',
  'gst_pct',
  'hsn',
  'barcode',
  'description',
  'details',
  'vendor_cost',
  'is_active',
  'slug',
  'images',
]

/** The rows with their cells by title, whatever the title's case. */
function shopRows(header: readonly string[], rows: readonly TableRow[]): ShopRow[] {
  const places = new Map(header.map((title, at) => [title.trim().toLowerCase(), at]))
  return rows.map(({ row, cells }) => ({
    row,
    cell(...titles) {
      for (const title of titles) {
        const text = (cells[places.get(title.toLowerCase()) ?? -1] ?? '').trim()
        if (text !== '') return text
      }
      return ''
    },
  }))
}

/** Keeps only the columns with values. */
function tableOf(
  program: ShopTable['program'],
  said: readonly { row: number; says: Said }[],
  left: readonly string[],
): ShopTable {
  const columns = order.filter((column) => said.some(({ says }) => (says[column] ?? '') !== ''))
  const variants = said.filter(({ says }) => (says.variant_of ?? '') !== '').length
  const what = `${said.length - variants} products and ${variants} variants`
  const leftOut = left.length === 0 ? '' : ` Left out: ${left.join(', ')}.`
  return {
    program,
    columns,
    rows: said.map(({ row, says }) => ({
      row,
      cells: columns.map((column) => says[column] ?? ''),
    })),
    notice: `This is a product file of ${program}: ${what}.${leftOut}`,
  }
}

/** An option or attribute of a variant: its name, such as "Colour", and its value. */
type Option = { name: string; value: string }

const colourName = /^(?:pa_)?(?:colou?r|shade|rang)/i

/** Takes the colour from the options that name a colour. All other options together are the size. */
function sizeAndColour(options: readonly Option[]): Pick<Said, 'size' | 'color'> {
  const said = options.filter(({ value }) => value !== '')
  const valuesOf = (isColour: boolean) =>
    said
      .filter(({ name }) => colourName.test(name) === isColour)
      .map(({ value }) => value)
      .join(' / ')
  return { size: valuesOf(false), color: valuesOf(true) }
}

/** A SKU for what has none, made of what sets it apart. */
function madeSku(...parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .map((part) =>
      part
        .trim()
        .toUpperCase()
        .replaceAll(/[\s/]+/g, '-'),
    )
    .join('-')
}

/** The price before and after: the larger is the MRP. */
function pricesOf(price: string, before: string): Pick<Said, 'mrp' | 'sale_price'> {
  const isReduced = Number(before) > Number(price)
  return price === '' ? {} : { mrp: isReduced ? before : price, sale_price: price }
}

/** The innermost of "Clothing > Shirts, Sale": of the first, its last part. */
function categoryOf(text: string): string {
  return (text.split(',')[0] ?? '').split('>').at(-1)?.trim() ?? ''
}

/** Tags that end a line, and those that begin an entry of a list. */
const lineEnds = /<\s*br\s*\/?>|<\/\s*(?:p|div|h[1-6]|li|tr|ul|ol|table)\s*>/gi
const listEntries = /<\s*li[^>]*>/gi
const notText = /<\s*(script|style)[^>]*>.*?<\/\s*\1\s*>|<!--.*?-->/gis
const otherTags = /<\/?[a-z][^>]*>/gi

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  frac12: '½',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
}

/** The text of HTML, with lines for paragraphs and list entries. The shop's pages show text and never HTML. */
export function textOfHtml(html: string): string {
  const text = html
    .replaceAll(notText, '')
    // WooCommerce writes the end of a line as
    // in two characters.
    .replaceAll(String.raw`\n`, '\n')
    .replaceAll(lineEnds, '\n')
    .replaceAll(listEntries, '• ')
    .replaceAll(otherTags, '')
  return decoded(text)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function decoded(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]\w{1,9}));/gi,
    (whole, decimal, hex, name) => {
      if (typeof name === 'string') return entities[name.toLowerCase()] ?? whole
      const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    },
  )
}
