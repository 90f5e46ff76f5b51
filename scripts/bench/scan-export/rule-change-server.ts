import { createInterface } from 'node:readline'
import { createApp } from '../../../src/app.ts'
import { systemClock } from '../../../src/platform/time.ts'
import { dataDir } from '../../../src/platform/disk/data-dir.ts'
import { openServedDatabase } from '../../../src/platform/db/database.ts'
import { listen } from '../../../src/platform/http/listening/listeners.ts'
import { silentLog } from '../../../src/platform/log.ts'
import type { RenameRule } from '../../../src/paper/rules/rules.ts'
import { changeRules } from '../../../src/services/scan-export/rename-rules/change-rules.ts'
import { countToStage } from '../../../src/services/scan-export/rename-rules/staging.ts'

// A server that changes rules in its own process, as the console does. Each line of its input is a list of rules as JSON.
// The server changes the rules and prints how many scans it touched, and how many are unsynced after it.

const dir = dataDir(process.argv[2] ?? '')
const database = openServedDatabase(dir, systemClock.now())
const { dispatcher, scanExport } = createApp({
  database,
  dir,
  clock: systemClock,
  log: silentLog,
  calls: { add: () => undefined },
  corsOrigins: [],
  publicUrl: undefined,
})
const listening = await listen(dispatcher, {
  host: '127.0.0.1',
  port: 0,
  tls: undefined,
  listener: { service: undefined },
})
console.log(JSON.stringify({ url: listening.url }))
for await (const line of createInterface({ input: process.stdin })) {
  const rules: RenameRule[] = JSON.parse(line)
  const { renormalised } = await changeRules(scanExport, rules)
  console.log(JSON.stringify({ renormalised, unsynced: countToStage(database.read) }))
}
await listening.stop()
await database.close()
process.exit(0)
