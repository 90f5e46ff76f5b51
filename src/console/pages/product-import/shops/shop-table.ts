import type { Column } from '../columns.ts'
import type { TableRow } from '../file.ts'

/* The common parts for files of other shops' programs. */

/** Another program's table, converted for this import. */
export type ShopTable = {
  program: 'Shopify' | 'WooCommerce'
  columns: readonly Column[]
  rows: readonly TableRow[]
  /** What the owner should know about the conversion. */
  notice: string
}

/** The values of a product or a variant, by field. */
export type Said = Partial<Record<Column, string>>

/** A row of the other program. `cell` finds a value by its title. */
export type ShopRow = { row: number; cell(...titles: readonly string[]): string }

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
export function shopRows(header: readonly string[], rows: readonly TableRow[]): ShopRow[] {
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
export function tableOf(
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
export type Option = { name: string; value: string }

const colourName = /^(?:pa_)?(?:colou?r|shade|rang)/i

/** Takes the colour from the options that name a colour. All other options together are the size. */
export function sizeAndColour(options: readonly Option[]): Pick<Said, 'size' | 'color'> {
  const said = options.filter(({ value }) => value !== '')
  const valuesOf = (isColour: boolean) =>
    said
      .filter(({ name }) => colourName.test(name) === isColour)
      .map(({ value }) => value)
      .join(' / ')
  return { size: valuesOf(false), color: valuesOf(true) }
}

/** A SKU for what has none, made of what sets it apart. */
export function madeSku(...parts: readonly string[]): string {
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
export function pricesOf(price: string, before: string): Pick<Said, 'mrp' | 'sale_price'> {
  const isReduced = Number(before) > Number(price)
  return price === '' ? {} : { mrp: isReduced ? before : price, sale_price: price }
}

/** The innermost of "Clothing > Shirts, Sale": of the first, its last part. */
export function categoryOf(text: string): string {
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
