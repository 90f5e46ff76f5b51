import { expect, test } from 'bun:test'
import { ownersShop } from './browser.ts'

const { owner } = await ownersShop()

test('a key of another reader has a line for what it may do, and no scope of the other service', async () => {
  const scopes = ['scans:extract']
  const { json } = await owner.post('/keys', { name: 'Cloud', service: 'scan-export', scopes })
  expect(json).toMatchObject({ scopes, curl: expect.stringContaining('/scans/unread?limit=1') })
  for (const input of [
    { name: 'Cloud', service: 'scan-export', scopes: ['orders:read'] },
    { name: 'ERP', service: 'storefront', scopes },
  ]) {
    expect(await owner.post('/keys', input)).toMatchObject({
      status: 400,
      field: 'scopes',
      text: expect.stringContaining('cannot have the scope'),
    })
  }
})
