import { expect, test } from 'bun:test'
import { complaintOf, environmentOf } from '../../src/platform/limited-process.ts'

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

test('of what a process complains of without end its beginning and its end are kept', async () => {
  const complaint = await complaintOf(
    new Blob(['first', ...Array(50).fill('x'.repeat(9000)), 'last']).stream(),
  )
  expect([complaint.length, complaint.slice(0, 5), complaint.slice(-4)]).toEqual([
    1000,
    'first',
    'last',
  ])
})
