import { describe, expect, test } from 'bun:test'
import { addMember } from '../../support/member.ts'
import { openShop } from '../../support/shop.ts'
import { listed, signedIn } from './browser.ts'
import { noId } from './endpoints.ts'
import { untilEnd } from '../../support/until-end.ts'

const shop = untilEnd(await openShop())

/** A user of the test's own, signed in twice. */
async function somebodyTwice() {
  const { id } = await addMember(shop)
  return { id, here: await signedIn(shop, id), there: await signedIn(shop, id) }
}

describe('your sessions', () => {
  test('are all that are signed in as you, and say which one this is', async () => {
    const { here, there } = await somebodyTwice()
    await signedIn(shop, shop.users.owner)
    const items = listed(await here.get('/sessions'))
    const which = Object.fromEntries(items.map((item) => [item['id'], item['isThis']]))
    expect(which).toEqual({ [here.sessionId]: true, [there.sessionId]: false })
    expect(items[0]).toEqual({
      id: expect.any(String),
      isThis: expect.any(Boolean),
      createdAt: expect.stringMatching(/Z$/),
      lastSeenAt: expect.stringMatching(/Z$/),
      expiresAt: expect.stringMatching(/Z$/),
      address: '127.0.0.1',
      userAgent: 'test',
    })
  })

  test('one that is revoked opens nothing any more, and revoking it again is no error', async () => {
    const { here, there } = await somebodyTwice()
    for (let n = 0; n < 2; n++) {
      const answer = await here.post(`/sessions/${there.sessionId}/revoke`)
      expect([answer.status, answer.json]).toEqual([200, { id: there.sessionId }])
    }
    expect((await there.get('/sessions')).status).toBe(401)
    expect(listed(await here.get('/sessions'))).toHaveLength(1)
  })

  test('revoking this one signs out', async () => {
    const { here } = await somebodyTwice()
    await here.post(`/sessions/${here.sessionId}/revoke`)
    expect(here.cookie()).toBe('')
    expect((await here.get('/state')).json['signedIn']).toBeNull()
  })

  test('those of somebody else are not there, to an owner neither', async () => {
    const { there } = await somebodyTwice()
    const owner = await signedIn(shop, shop.users.owner)
    for (const id of [there.sessionId, noId, 'x']) {
      expect((await owner.post(`/sessions/${id}/revoke`)).status).toBe(404)
    }
    expect((await there.get('/sessions')).status).toBe(200)
  })

  test('everywhere else end together, and nobody else is signed out', async () => {
    const { here, there } = await somebodyTwice()
    const somebody = await signedIn(shop, shop.users.ravi)
    expect((await here.post('/sessions/revoke-others')).json).toEqual({ revoked: 1 })
    expect((await here.post('/sessions/revoke-others')).json).toEqual({ revoked: 0 })
    expect((await there.get('/sessions')).status).toBe(401)
    expect((await here.get('/sessions')).status).toBe(200)
    expect((await somebody.get('/sessions')).status).toBe(200)
  })
})
