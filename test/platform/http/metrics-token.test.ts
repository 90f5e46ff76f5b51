import { expect, test } from 'bun:test'
import { AppError } from '../../../src/platform/errors.ts'
import { metricsPage } from '../../../src/platform/http/pages/metrics.ts'
import { attachContext } from '../../../src/platform/http/request.ts'
import { errorOf } from '../../support/temporary-database.ts'

type Sent = { authorization?: string | undefined; host?: string }

async function ask(
  token: string | undefined,
  address: string,
  { authorization, host = 'localhost' }: Sent = {},
) {
  const request = new Request(`http://${host}/metrics`, {
    headers: authorization === undefined ? {} : { authorization },
  })
  const context = {
    id: '1',
    address,
    origin: 'http://shop.local',
    originInstead: undefined,
    rows: 0,
  }
  attachContext(request, context)
  const options = { token, all: () => [], gauges: () => Promise.resolve([]) }
  const page = metricsPage(options)(request, '/metrics', undefined)
  if (page === undefined) throw new Error('There is no such page.')
  return await page(request)
}

const elsewhere = '192.168.1.20'

test('without a token only this computer is told', async () => {
  expect((await ask(undefined, '127.0.0.1')).status).toBe(200)
  expect((await ask(undefined, '::1')).status).toBe(200)
  const refused = await errorOf(ask(undefined, elsewhere))
  expect(refused instanceof AppError && refused.code).toBe('forbidden')
})

test('with one, whoever sends it is told, and nobody else', async () => {
  expect(
    (await ask('long-secret', elsewhere, { authorization: 'Bearer long-secret' })).status,
  ).toBe(200)
  for (const sent of [undefined, 'Bearer long-secreT', 'long-secret', 'Bearer ']) {
    const refused = await errorOf(ask('long-secret', elsewhere, { authorization: sent }))
    expect(refused instanceof AppError && refused.code).toBe('unauthorized')
  }
  expect((await errorOf(ask('long-secret', '127.0.0.1'))) instanceof AppError).toBe(true)
})

test('without a token a page of elsewhere is told nothing, also where its name leads to this computer', async () => {
  const refused = await errorOf(ask(undefined, '127.0.0.1', { host: 'evil.example.com' }))
  expect(refused instanceof AppError && refused.code).toBe('forbidden')
})
