import { describe, expect, test } from 'bun:test'
import { revokeKey } from '../../../src/accounts/keys/keys.ts'
import { deactivateUser } from '../../../src/accounts/users/users.ts'
import { addMember, api } from '../../support/member.ts'
import { idsOf, openShop, type Answer } from '../../support/shop.ts'
import { untilEnd } from '../../support/until-end.ts'

const lifeMs = 400

function expectRefused(answer: Answer, sentence: string): void {
  expect(answer.status).toBe(401)
  expect(answer.json).toEqual({ error: sentence })
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
}

const shop = untilEnd(await openShop())

const ask = (key: string) => shop.call('GET', `${api}/scans/unsynced`, { key })

describe('a key that ends', () => {
  test('by being revoked is refused from the next call, also when another process revoked it', async () => {
    const { email } = await addMember(shop)
    const { key, id } = await shop.addKey({ email })
    expect((await ask(key)).status).toBe(200)
    await shop.database.write((conn) => {
      revokeKey(conn, id, Date.now())
    })
    expectRefused(await ask(key), 'The API key was revoked.')
  })

  test('leaves the other keys of its user: they are rotated without a gap', async () => {
    const member = await addMember(shop)
    const scan = await member.addScan()
    const fresh = await shop.addKey({ email: member.email })
    expect((await ask(member.key)).status).toBe(200)
    await shop.database.write((conn) => {
      revokeKey(conn, member.keyId, Date.now())
    })
    expect((await ask(member.key)).status).toBe(401)
    expect(idsOf(await ask(fresh.key))).toEqual([scan])
  })

  test('by expiring is refused from that millisecond', async () => {
    const { email } = await addMember(shop)
    let answers = 0
    // On a busy machine a key may have expired before its first call: a longer life shows the moment.
    for (let ms = lifeMs; answers < 2; ms *= 2) {
      const expiresAt = Date.now() + ms
      const { key } = await shop.addKey({ email, expiresAt })
      answers = 0
      for (let done = false; !done; answers++) {
        const asked = Date.now()
        const answer = await ask(key)
        const answered = Date.now()
        done = answer.status !== 200
        // Open: the moment of the answer was before the end. Refused: it was not.
        if (done) expect(answered).toBeGreaterThanOrEqual(expiresAt)
        else expect(asked).toBeLessThan(expiresAt)
        if (done) expectRefused(answer, 'The API key has expired.')
      }
    }
  })

  test('with its user, who was deactivated, is refused from the next call', async () => {
    const { email, key } = await addMember(shop)
    const second = await shop.addKey({ email })
    expect((await ask(key)).status).toBe(200)
    await shop.database.write((conn) => {
      deactivateUser(conn, email, Date.now())
    })
    for (const gone of [key, second.key]) {
      expectRefused(await ask(gone), 'The API key was revoked: its user was deactivated.')
    }
  })

  test('refuses writing as well, and nothing is written', async () => {
    const member = await addMember(shop)
    const scan = await member.addScan()
    await shop.database.write((conn) => {
      revokeKey(conn, member.keyId, Date.now())
    })
    expect((await member.mark({ ids: [scan] })).status).toBe(401)
    const fresh = await shop.addKey({ email: member.email })
    expect(idsOf(await ask(fresh.key))).toEqual([scan])
  })
})
