// The yardstick for the catalogue: `Bun.serve`, prepared statements and `Response.json`, nothing else.
// Arguments: the database, and a file whose bytes are the answer that is kept in memory.
import { Database } from 'bun:sqlite'
import { readFileSync } from 'node:fs'

type ListRow = {
  id: string
  slug: string
  name: string
  description: string
  image: string
  mrp: number
  sale_price: number
  stock_quantity: number
  category_id: string
  created_at: number
}

type Page = [limit: number, offset: number]
type Product = Omit<ListRow, 'created_at'> & {
  seq: number
  details: string
  video_url: string | null
  gst_basis_points: number
  size_chart: string | null
}
type Variant = {
  id: string
  size: string
  color: string
  color_hex: string
  sku: string
  mrp: number
  sale_price: number
  stock_quantity: number
}
type Image = { url: string; alt: string; sort_order: number }

const [, , databaseFile = '', answerFile = ''] = process.argv
const kept = answerFile === '' ? '' : readFileSync(answerFile, 'utf8')
const json = { 'content-type': 'application/json' }

const db = new Database(databaseFile, { readonly: true })
// The memory that Daybook gives each connection. The other bare programs of the storefront use the same.
db.run('PRAGMA cache_size = -16000')
const orders: Record<string, string> = {
  newest: 'created_at DESC, id DESC',
  oldest: 'created_at, id',
  price_asc: 'sale_price, id',
  price_desc: 'sale_price DESC, id DESC',
  name_asc: 'folded_name, id',
}
const pages = new Map(
  Object.entries(orders).map(([sort, order]) => [
    sort,
    {
      all: db.query<ListRow, Page>(pageSql('is_listed = 1', order)),
      ofCategory: db.query<ListRow, [string, ...Page]>(
        pageSql('category_id = ? AND is_listed = 1', order),
      ),
    },
  ]),
)
const selectCategory = db.query<{ id: string }, [string]>(
  'SELECT id FROM categories WHERE slug = ?',
)
const countAll = db.query<{ total: number }, []>(
  'SELECT count(*) AS total FROM products WHERE is_listed = 1',
)
const countCategory = db.query<{ total: number }, [string]>(
  'SELECT count(*) AS total FROM products WHERE category_id = ? AND is_listed = 1',
)
const selectProduct = db.query<Product, [string]>(
  `SELECT seq, id, slug, name, description, image, mrp, sale_price, stock_quantity, category_id, details, video_url,
     gst_basis_points, size_chart
   FROM products WHERE slug = ? AND is_listed = 1`,
)
const selectImages = db.query<Image, [number]>(
  'SELECT image AS url, alt, sort_order FROM product_images WHERE product_seq = ? ORDER BY sort_order, seq',
)
const selectVariants = db.query<Variant, [number]>(
  `SELECT id, size, color, color_hex, sku, mrp, sale_price, stock_quantity
   FROM variants WHERE product_seq = ? ORDER BY seq`,
)
/** The data does not change here, so each total is counted once. */
const totals = new Map<string, number>()

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  routes: {
    '/kept': () => new Response(kept, { headers: json }),
    '/products': (request) => Response.json(list(new URL(request.url).searchParams)),
    '/products/:slug': (request) => product(request.params.slug),
    // Answers at once, to measure how fast the load generator itself is.
    '/nothing': () => new Response('{}', { headers: json }),
  },
})
console.log(JSON.stringify({ url: server.url.origin }))

/** The covering index finds the rows of the page. Only these rows are read in full. */
function pageSql(where: string, order: string): string {
  return `SELECT id, slug, name, description, image, mrp, sale_price, stock_quantity, category_id, created_at
    FROM products WHERE seq IN (SELECT seq FROM products WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?)
    ORDER BY ${order}`
}

function list(wanted: URLSearchParams) {
  const limit = Number(wanted.get('limit') ?? '20')
  const offset = Number(wanted.get('offset') ?? '0')
  const page = pages.get(wanted.get('sort') ?? 'newest')
  const slug = wanted.get('category')
  const category = slug === null ? undefined : selectCategory.get(slug)?.id
  const rows =
    category === undefined
      ? page?.all.all(limit, offset)
      : page?.ofCategory.all(category, limit, offset)
  return {
    data: (rows ?? []).map(listEntry),
    pagination: { limit, offset, total: totalOf(category) },
  }
}

function totalOf(category: string | undefined): number {
  const known = totals.get(category ?? '')
  if (known !== undefined) return known
  const total = (category === undefined ? countAll.get() : countCategory.get(category))?.total ?? 0
  totals.set(category ?? '', total)
  return total
}

function listEntry({ image, created_at, ...row }: ListRow) {
  return {
    ...row,
    image_url: image,
    mrp: row.mrp / 100,
    sale_price: row.sale_price / 100,
    created_at: new Date(created_at).toISOString(),
  }
}

function product(slug: string): Response {
  const row = selectProduct.get(slug)
  if (row === null) return Response.json({ error: 'not found' }, { status: 404 })
  const { seq, image, gst_basis_points, size_chart, ...fields } = row
  const parsedChart: unknown = size_chart === null ? null : JSON.parse(size_chart)
  const data = {
    ...fields,
    image_url: image,
    mrp: row.mrp / 100,
    sale_price: row.sale_price / 100,
    gst_pct: gst_basis_points / 100,
    size_chart: parsedChart,
    images: selectImages.all(seq),
    variants: selectVariants.all(seq).map((variant) => ({
      ...variant,
      mrp: variant.mrp / 100,
      sale_price: variant.sale_price / 100,
    })),
  }
  return Response.json({ data })
}
