import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDir, until } from '../../support/temporary-database.ts'
import { daybookCommand } from '../run-daybook.ts'

// Windows knows no signal that one program may send another; there it is Ctrl+C, which scripts/crash-loop.ts sends in Wine.
test('a server that is asked to end while it starts ends in good order', async () => {
  using folder = temporaryDir()
  const { root, lock } = folder.dir
  const command = [...daybookCommand, 'serve', '--json', '--port', '0', '--data', root]
  const child = Bun.spawn(command, { stdio: ['ignore', 'pipe', 'pipe'] })
  await until(() => existsSync(lock))
  child.kill('SIGINT')
  expect(await child.exited).toBe(0)
  // The log went back into the file: it was closed, not killed.
  expect(existsSync(join(root, 'daybook.db-wal'))).toBe(false)
})
