// What marking is measured against: the body as JSON, one UPDATE in a transaction of its own, FULL, nothing else.
import { Database } from 'bun:sqlite'

type Body = { ids: string[]; source: string }

const db = new Database(process.argv[2] ?? '', { readwrite: true })
db.run('PRAGMA journal_mode = WAL')
db.run('PRAGMA synchronous = FULL')
const update = db.query<never, [number, string, string]>(
  'UPDATE scans SET synced_at = ?, synced_source = ? WHERE id = ? AND synced_at IS NULL',
)

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  routes: {
    '/mark': async (request) => {
      const body: Body = JSON.parse(await request.text())
      const now = Date.now()
      const updated = update.run(now, body.source, body.ids[0] ?? '').changes
      return Response.json({ ok: true, updated, synced_at: new Date(now).toISOString() })
    },
    // How fast the load generator is when the server does nothing.
    '/nothing': () => Response.json({ ok: true }),
  },
})
console.log(JSON.stringify({ url: server.url.origin }))
