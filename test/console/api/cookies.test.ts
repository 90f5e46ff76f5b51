import { expect, test } from 'bun:test'
import { sentToken, sessionCookieName } from '../../../src/console/api/guard.ts'

const token = 'x'.repeat(43)
const publicUrl = new URL('https://books.example.com')

function tokenSentTo(address: string, name: string): string | undefined {
  return sentToken(new Request(address, { headers: { cookie: `${name}=${token}` } }), publicUrl)
}

test('a session cookie belongs to one port, and by HTTPS to nobody without it', () => {
  const plain = { isSecure: false }
  const secure = { isSecure: true }
  expect(sessionCookieName('http://127.0.0.1:3292', plain)).toBe('daybook_session_3292')
  expect(sessionCookieName('https://127.0.0.1:3292', secure)).toBe('__Host-daybook_session_3292')
  expect(sessionCookieName('https://books.example.com', secure)).toBe('__Host-daybook_session')
})

test.each([
  ['http://127.0.0.1:3292/', 'daybook_session_3292', true],
  ['http://127.0.0.1:3292/', 'daybook_session_3293', false],
  ['http://127.0.0.1:3292/', 'daybook_session', false],
  // A proxy that speaks HTTPS may change the Host.
  ['http://127.0.0.1:3292/', '__Host-daybook_session_3292', true],
  ['http://books.example.com/', '__Host-daybook_session', true],
  ['http://books.example.com/', 'daybook_session', false],
  ['https://192.168.1.5:3292/', '__Host-daybook_session_3292', true],
  ['https://192.168.1.5:3292/', 'daybook_session_3292', false],
])('at %s the cookie %s counts: %p', (address, name, isTaken) => {
  expect(tokenSentTo(address, name)).toBe(isTaken ? token : undefined)
})
