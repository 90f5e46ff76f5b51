import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { openToServe, startServer } from '../../../src/cli/serve/start-server.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { openServedDatabase } from '../../../src/platform/db/database.ts'
import { httpsSetting } from '../../../src/platform/http/listening/addresses.ts'
import { writeSetting } from '../../../src/platform/settings.ts'
import { systemClock } from '../../../src/platform/time.ts'
import { noon, refusalOf, temporaryDir } from '../../support/temporary-database.ts'

test('what stops a start is said, also when a server that a power cut ended left its name', async () => {
  using temporary = temporaryDir()
  const { dir } = temporary
  const newer = openServedDatabase(dir, noon)
  await newer.write(({ $client }) =>
    $client.run("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('next', 9e15)"),
  )
  await newer.close()
  // Another process has the number of that server by now.
  writeFileSync(`${dir.lock}.serve.${process.pid}-${crypto.randomUUID()}`, '')
  const refusal = await refusalOf(() => openToServe(dir, noon))
  expect(refusal.message).toContain('written by a newer Daybook')
})

test('HTTPS counts before any other port is open: where it cannot, none is', async () => {
  using temporary = temporaryDir()
  const { dir } = temporary
  const database = openServedDatabase(dir, noon)
  await database.write((conn) => writeSetting(conn, httpsSetting, true))
  await database.close()
  using taken = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const port = String(taken.port)
  // Both ports are taken: which one is named was tried first.
  using alsoTaken = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const flags = { host: '127.0.0.1', httpsPort: port, port: String(alsoTaken.port) }
  const config = readConfig(flags, {}, dir.config)
  const refusal = await refusalOf(startServer(dir, config, systemClock))
  expect(refusal.message).toContain(port)
})
