// A Daybook that reads a data directory and follows nothing, a process of its own: `bun scripts/deploy/copy.ts DIR`. Prints
// where it listens, as JSON. It refuses whoever has seen more, as each that follows does.
import { createApp } from '../../src/app.ts'
import { loopback } from '../../src/platform/config.ts'
import { openServedDatabase } from '../../src/platform/db/database.ts'
import { dataDir } from '../../src/platform/disk/data-dir.ts'
import { listen } from '../../src/platform/http/listening/listeners.ts'
import { silentLog } from '../../src/platform/log.ts'
import { systemClock } from '../../src/platform/time.ts'

const dir = dataDir(process.argv[2] ?? '')
const { dispatcher } = createApp({
  database: openServedDatabase(dir, systemClock.now()),
  dir,
  clock: systemClock,
  log: silentLog,
  calls: { add: () => undefined },
  corsOrigins: [],
  publicUrl: undefined,
  isFollower: true,
})
const { url } = await listen(dispatcher, {
  host: loopback,
  port: 0,
  tls: undefined,
  listener: { service: undefined },
})
console.log(JSON.stringify({ url }))
