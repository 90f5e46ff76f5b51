// The yardstick for delivery. A list is one prepared SELECT of the stored rows and JSON.stringify. A mark is a JSON body and one
// UPDATE in one transaction with synchronous = FULL. Nothing else.
import { Database } from 'bun:sqlite'

type Row = {
  id: string
  invoice_no: string | null
  filename: string
  category: string
  created_at: number
  data: string
}

type Body = { ids: string[]; source: string }

const limit = 500

const db = new Database(process.argv[2] ?? '', { readwrite: true })
db.run('PRAGMA journal_mode = WAL')
db.run('PRAGMA synchronous = FULL')
const select = db.query<Row, [number]>(
  `SELECT scan_id AS id, invoice_no, filename, category, created_at, data
   FROM waiting_scans ORDER BY created_at, scan_id LIMIT ?`,
)
const update = db.query<never, [number, string, string]>(
  'UPDATE scans SET synced_at = ?, synced_source = ? WHERE id = ? AND synced_at IS NULL',
)

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  routes: {
    '/parsed': () => answer(select.all(limit).map(asItem)),
    '/text': () => answer(select.all(limit)),
    '/mark': async (request) => {
      const body: Body = JSON.parse(await request.text())
      const now = Date.now()
      const updated = update.run(now, body.source, body.ids[0] ?? '').changes
      return Response.json({ ok: true, updated, synced_at: new Date(now).toISOString() })
    },
    // Answers at once, to measure how fast the load generator itself is.
    '/nothing': () => answer([]),
  },
})
console.log(JSON.stringify({ url: server.url.origin }))

/** As in the contract: the document is an object, the time is text. */
function asItem(row: Row) {
  const data: unknown = JSON.parse(row.data)
  return { ...row, created_at: new Date(row.created_at).toISOString(), data }
}

function answer(items: readonly unknown[]): Response {
  const text = JSON.stringify({ count: items.length, items })
  return new Response(text, { headers: { 'content-type': 'application/json' } })
}
