import { expect, setDefaultTimeout, test } from 'bun:test'
import { newCode } from '../../src/accounts/codes.ts'
import { requirePasswordLink } from '../../src/accounts/users/links.ts'
import { inviteUser } from '../../src/accounts/users/users.ts'
import { listSessions, newToken, startSession } from '../../src/accounts/sessions/sessions.ts'
import { listUsers } from '../../src/accounts/queries.ts'
import { codeOf } from '../support/temporary-database.ts'
import { filledShop, now, temporaryDir, withDatabaseOf } from '../platform/backup/filled-shop.ts'
import { runDaybook } from './run-daybook.ts'

/** Starting a process takes half a second; this test starts two. */
setDefaultTimeout(120_000)

test('after a restore nobody is signed in, and no link works: they may have been ended since', async () => {
  using shop = await filledShop()
  using elsewhere = temporaryDir()
  const secrets = { token: newToken(), code: newCode() }
  const visitor = { address: '', userAgent: '' }
  const userId = await withDatabaseOf(shop.dir, async (database) => {
    const by = listUsers(database.read).all()[0]?.id ?? ''
    await database.write((conn) => {
      startSession(conn, { userId: by, token: newToken(), visitor }, now)
      const ravi = { email: 'ravi@example.com', name: 'Ravi', role: 'member' as const }
      inviteUser(conn, ravi, secrets, now, by)
    })
    expect(listSessions(database.read).all({ userId: by, now })).toHaveLength(1)
    return by
  })
  const made = await runDaybook(['backup', 'create', '--json', '--data', shop.dir.root])
  const { file } = JSON.parse(made.stdout)
  const restored = await runDaybook(['restore', file, '--data', elsewhere.dir.root])
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  expect(restored.stdout).toContain('Everybody has to sign in again.')
  await withDatabaseOf(elsewhere.dir, async (database) => {
    expect(listUsers(database.read).all()).toHaveLength(2)
    expect(listSessions(database.read).all({ userId, now })).toEqual([])
    const refused = codeOf(() => requirePasswordLink(database.read, secrets.token, now))
    expect(await refused).toBe('forbidden')
  })
})
