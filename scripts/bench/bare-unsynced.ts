// What the unsynced list is measured against: one prepared SELECT of the stored rows, JSON.stringify, nothing else.
import { Database } from 'bun:sqlite'

type Row = {
  id: string
  invoice_no: string | null
  filename: string
  category: string
  created_at: number
  data: string
}

const limit = 500

const db = new Database(process.argv[2] ?? '', { readonly: true })
const select = db.query<Row, [number]>(
  `SELECT scan_id AS id, invoice_no, filename, category, created_at, data
   FROM waiting_scans ORDER BY created_at, scan_id LIMIT ?`,
)

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  routes: {
    '/parsed': () => answer(select.all(limit).map(asItem)),
    '/text': () => answer(select.all(limit)),
    '/nothing': () => answer([]),
  },
})
console.log(JSON.stringify({ url: server.url.origin }))

/** As the contract has it: the document is an object, the time is text. */
function asItem(row: Row) {
  const data: unknown = JSON.parse(row.data)
  return { ...row, created_at: new Date(row.created_at).toISOString(), data }
}

function answer(items: readonly unknown[]): Response {
  const text = JSON.stringify({ count: items.length, items })
  return new Response(text, { headers: { 'content-type': 'application/json' } })
}
