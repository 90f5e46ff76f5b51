import { describe, expect, test } from 'bun:test'
import { addMember, api } from '../../support/member.ts'
import { openShop, owner } from '../../support/shop.ts'
import { untilEnd } from '../../support/until-end.ts'

const unsynced = `${api}/scans/unsynced`
const notBearer = 'The Authorization header is not "Bearer KEY".'
const missing = 'The API key is missing: send the header "Authorization: Bearer KEY".'
const notWhole =
  'The API key is unknown: it is not a whole Daybook key (dbk_ and 49 letters and digits).'

const shop = untilEnd(await openShop())

const ask = (headers: Record<string, string>) => shop.call('GET', unsynced, { headers })

async function expectRefused(headers: Record<string, string>, sentence: string): Promise<void> {
  const answer = await ask(headers)
  expect(answer.status).toBe(401)
  expect(answer.json).toEqual({ error: sentence })
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
}

describe('a key', () => {
  describe('that is sent', () => {
    test('as Authorization: Bearer opens the API', async () => {
      expect((await ask({ authorization: `Bearer ${shop.keys.ravi}` })).status).toBe(200)
    })

    test.each(['bearer', 'BEARER', 'bEaReR'])(
      'with the scheme spelled %s does as well',
      async (scheme) => {
        expect((await ask({ authorization: `${scheme} ${shop.keys.ravi}` })).status).toBe(200)
      },
    )

    test('as x-api-key alone opens the API', async () => {
      expect((await ask({ 'x-api-key': shop.keys.ravi })).status).toBe(200)
      expect((await ask({ 'X-API-KEY': ` ${shop.keys.ravi} ` })).status).toBe(200)
    })

    test('as x-api-key opens every endpoint, for writing too', async () => {
      const headers = { 'x-api-key': shop.keys.owner }
      const body = { name: 'Acme' }
      expect((await shop.call('POST', `${api}/vendors`, { headers, body })).status).toBe(200)
    })

    test('both ways: Bearer decides', async () => {
      const good = shop.keys.ravi
      expect((await ask({ authorization: `Bearer ${good}`, 'x-api-key': 'bad' })).status).toBe(200)
      await expectRefused({ authorization: 'Bearer bad', 'x-api-key': good }, notWhole)
      await expectRefused({ authorization: 'Bearer', 'x-api-key': good }, notBearer)
    })

    test('as x-api-key counts beside an Authorization that is no Bearer at all', async () => {
      const headers = { authorization: 'Basic dXNlcjpwYXNz', 'x-api-key': shop.keys.ravi }
      expect((await ask(headers)).status).toBe(200)
      await expectRefused({ authorization: 'Basic dXNlcjpwYXNz', 'x-api-key': ' ' }, notBearer)
    })

    test('in the address is not taken', async () => {
      const answer = await shop.call('GET', `${unsynced}?api_key=${shop.keys.ravi}`)
      expect(answer.status).toBe(401)
    })
  })

  describe('is refused with 401, WWW-Authenticate and a sentence that says which:', () => {
    test('missing', async () => {
      await expectRefused({}, missing)
      await expectRefused({ 'x-api-key': '' }, missing)
      await expectRefused({ 'x-api-key': '  ' }, missing)
    })

    test.each([
      'Basic dXNlcjpwYXNz',
      'Bearer',
      'Bearer  ',
      'Bearer two words',
      'Bearerdbk_x',
      'Token dbk_x',
      '',
    ])('not a Bearer key: %j', async (authorization) => {
      await expectRefused({ authorization }, notBearer)
    })

    test('not a Bearer key, but the key alone', async () => {
      await expectRefused({ authorization: shop.keys.ravi }, notBearer)
    })

    test('unknown: no key of Daybook at all, or a mistyped one', async () => {
      const mistyped = shop.keys.ravi.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
      for (const key of [
        'x',
        'dbk_',
        shop.keys.ravi.slice(0, -1),
        `${shop.keys.ravi}0`,
        mistyped,
      ]) {
        await expectRefused({ authorization: `Bearer ${key}` }, notWhole)
      }
    })

    test('unknown: a well-formed key of another Daybook', async () => {
      const elsewhere = await openShop()
      try {
        await expectRefused(
          { authorization: `Bearer ${elsewhere.keys.ravi}` },
          'The API key is unknown.',
        )
      } finally {
        await elsewhere.close()
      }
    })

    test('a storefront key, whatever it may do there: the sentence names the right service', async () => {
      const { key } = await shop.addKey({
        email: owner,
        service: 'storefront',
        scopes: ['storefront:read', 'products:write', 'orders:read', 'orders:write'],
      })
      const sentence = 'This is a storefront key: scan export needs a scan-export key.'
      await expectRefused({ authorization: `Bearer ${key}` }, sentence)
      await expectRefused({ 'x-api-key': key }, sentence)
    })
  })

  test('lists vendors and products whoever its user is', async () => {
    const member = await addMember(shop)
    for (const path of ['vendors', 'products']) {
      const answer = await shop.call('GET', `${api}/${path}`, { key: member.key })
      expect(answer.status).toBe(200)
      expect(answer.json).toMatchObject({ count: expect.any(Number), items: expect.any(Array) })
    }
  })

  test('is never shown in an answer', async () => {
    const authorization = `Bearer ${shop.keys.ravi}0`
    expect((await ask({ authorization })).text).not.toContain(shop.keys.ravi.slice(0, 12))
  })
})
