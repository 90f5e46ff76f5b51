import { expect, test } from 'bun:test'
import { environmentOf } from '../../src/platform/limited-process.ts'

test('a process for a hostile file is told nothing of the environment but what its system needs', () => {
  const own = {
    TMPDIR: '/tmp',
    DAYBOOK_TLS_KEY: '/keys/shop.pem',
    HTTPS_PROXY: 'http://a:b@c',
    PATH: '/bin',
  }
  const told = Object.entries(environmentOf(own)).filter(([, value]) => value !== undefined)
  expect(Object.fromEntries(told)).toEqual({
    TMPDIR: '/tmp',
    DAYBOOK_STARTED_BY: String(process.pid),
  })
})
