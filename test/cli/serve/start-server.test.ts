import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { openToServe } from '../../../src/cli/serve/start-server.ts'
import { openServedDatabase } from '../../../src/platform/db/database.ts'
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
