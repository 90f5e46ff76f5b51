import { expect, test } from 'bun:test'
import { unzipSync } from 'fflate'
import { ownersShop } from '../browser.ts'

const { shop, owner } = await ownersShop()

test('an owner is told what is found, beside the running server', async () => {
  const { status, json } = await owner.get('/settings/troubles')
  expect(status).toBe(200)
  expect(json['findings']).toContainEqual({ name: 'database', state: 'good', says: 'It is whole.' })
})

test('the report is a download that holds what the guide says', async () => {
  const reply = await fetch(`${shop.url}/console/api/settings/report`, {
    headers: { cookie: owner.cookie() },
  })
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-disposition')).toMatch(/filename="daybook-report-.+\.zip"/)
  expect(Object.keys(unzipSync(await reply.bytes()))).toContain('doctor.txt')
})
