import { describe, expect, test } from 'bun:test'
import { createApp } from '../../../src/app.ts'
import { nobodysHash } from '../../../src/accounts/sessions/passwords.ts'
import { setUp } from '../../../src/accounts/users/set-up.ts'
import { newToken, startSession } from '../../../src/accounts/sessions/sessions.ts'
import { sessionCookieName } from '../../../src/console/api/guard.ts'
import type { Log } from '../../../src/platform/log.ts'
import { noon, setClock, temporaryDatabase } from '../../support/temporary-database.ts'

const url = 'http://localhost:3292'

/** What a secret must not be found by, also when it is cut. */
const secret = 'kettle'
const texts = [
  'violet kettle 9',
  `kettle${'x'.repeat(2000)}`,
  ['kettle'],
  [['kettle']],
  { kettle: 1 },
  { a: { b: ['kettle'] } },
]
/** As a number, and what it must not be found by. */
const number = 73_912_345

const whole = {
  code: 'ABCD-EFGH',
  organisation: 'Acme',
  name: 'Om',
  email: 'om@example.com',
  password: 'short',
  network: 'this computer',
}
const forms: [string, string, object][] = [
  ['/set-up/check', 'code', {}],
  ['/set-up', 'code', whole],
  ['/set-up', 'email', whole],
  ['/set-up', 'password', { ...whole, email: 'no address' }],
  ['/sign-in', 'email', { password: 'x' }],
  ['/sign-in', 'password', { email: 'om@example.com' }],
  ['/sign-in', 'code', { email: 'om@example.com', password: 'x' }],
  ['/confirmation', 'password', {}],
  ['/second-step/confirm', 'code', {}],
  ['/passkeys/begin', 'code', {}],
  ['/settings/offsite/folder', 'key', { path: '/nowhere' }],
  ['/settings/offsite/s3', 'key', { bucket: 'b', accessKeyId: 'a', secret: 's' }],
  ['/settings/offsite/s3', 'secret', { bucket: 'b', accessKeyId: 'a' }],
  ['/restores/none/read-folder', 'key', { path: '/nowhere' }],
  ['/choose-password/check', 'code', {}],
  ['/choose-password', 'code', { password: 'x' }],
  ['/choose-password', 'password', { code: 'ABCD-EFGH' }],
  ['/password', 'currentPassword', { newPassword: 'x' }],
  ['/password', 'newPassword', { currentPassword: 'x' }],
  ['/users', 'email', { name: 'Ravi', role: 'member' }],
  ['/documents/none/password', 'password', { keep: true }],
  ['/documents/none/pages', 'password', {}],
]

describe('what is typed into a field for a secret', () => {
  test.each(forms)('of %s (%s) is in no answer and in no log', async (path, field, others) => {
    await using served = await serve()
    for (const text of texts) {
      const [status, answer] = await served.post(path, { ...others, [field]: text })
      expect([400, 401, 403, 404, 409]).toContain(status)
      expect(answer).not.toMatch(/own pages|under this name/)
      expect(answer).not.toContain(secret)
    }
    const [, answer] = await served.post(path, { ...others, [field]: number })
    expect(answer).not.toContain(String(number))
    expect(served.logged()).not.toContain(String(number))
    expect(served.logged()).toContain(path)
    expect(served.logged()).not.toContain(secret)
  })
})

async function serve() {
  const open = temporaryDatabase()
  const { database, dir } = open
  const lines: unknown[] = []
  const add = (...line: unknown[]) => void lines.push(line)
  const log: Log = { request: add, info: add, warn: add, error: add }
  const calls = { add }
  const clock = setClock()
  const { dispatcher } = createApp({
    database,
    dir,
    clock,
    log,
    calls,
    corsOrigins: [],
    publicUrl: undefined,
  })
  const token = newToken()
  await database.write((conn) => {
    const owner = { email: 'boss@example.com', name: 'Boss', passwordHash: nobodysHash }
    const userId = setUp(conn, { organisation: 'Test', owner }, noon)
    const visitor = { address: '', userAgent: '' }
    startSession(conn, { userId, token, visitor }, noon)
  })
  const cookie = `${sessionCookieName(url, { isSecure: false })}=${token}`
  return {
    logged: () => JSON.stringify(lines),
    async post(path: string, body: object): Promise<[number, string]> {
      const request = new Request(`${url}/console/api${path}`, {
        method: 'POST',
        headers: {
          host: new URL(url).host,
          origin: url,
          cookie,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      })
      clock.pass(60 * 60 * 1000)
      const answer = await dispatcher.answer(request, { service: undefined }, '127.0.0.1')
      return [answer.status, await answer.text()]
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}
