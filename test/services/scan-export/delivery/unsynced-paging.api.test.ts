import { describe, expect, test } from 'bun:test'
import { idsOf, openShop, type Answer } from '../../../support/shop.ts'
import { addMember, api, type Member } from '../../../support/member.ts'
import { untilEnd } from '../../../support/until-end.ts'

/** Scans with the same time in twos, so that pages also end between ties. */
async function addInPairs(member: Member, pairs: number): Promise<void> {
  const start = Date.now() - 10_000
  for (let i = 0; i < pairs * 2; i++) {
    await member.addScan({ id: crypto.randomUUID(), createdAt: start + Math.floor(i / 2) })
  }
}

async function readPages(member: Member, query: string): Promise<Answer[]> {
  const pages = [await member.unsynced(query)]
  for (;;) {
    const next = pages.at(-1)?.json['next']
    if (typeof next !== 'string') return pages
    pages.push(await member.unsynced(`${query}&after=${next}`))
  }
}

const shop = untilEnd(await openShop())

describe('after, waiting and next', () => {
  test('read page by page give the whole list once, in its order', async () => {
    const member = await addMember(shop)
    await addInPairs(member, 5)
    const whole = idsOf(await member.unsynced())
    expect(whole).toHaveLength(10)
    for (const limit of [1, 3, 4, 9, 10, 11]) {
      const pages = await readPages(member, `limit=${limit}`)
      expect(pages.flatMap(idsOf)).toEqual(whole)
      expect(pages).toHaveLength(Math.ceil(10 / limit))
    }
  })

  test('waiting is what the call would return without limit and after', async () => {
    const member = await addMember(shop)
    await addInPairs(member, 3)
    await member.addScan({ category: 'bank_entry' })
    const [first] = await readPages(member, 'limit=2')
    expect(first?.json).toMatchObject({ count: 2, waiting: 7 })
    const pages = await readPages(member, 'limit=2&category=vendor_invoice')
    expect(pages.map(({ json }) => [json['count'], json['waiting']])).toEqual([
      [2, 6],
      [2, 6],
      [2, 6],
    ])
  })

  test('next is the last id of a page with more behind it, and null on the last page', async () => {
    const member = await addMember(shop)
    await addInPairs(member, 2)
    const first = await member.unsynced('limit=3')
    expect(first.json['next']).toBe(idsOf(first)[2] ?? '')
    const second = await member.unsynced(`limit=3&after=${String(first.json['next'])}`)
    expect(second.json).toMatchObject({ count: 1, waiting: 4, next: null })
    const exact = await member.unsynced('limit=4')
    expect(exact.json).toMatchObject({ count: 4, next: null })
  })

  test('after the last item comes an empty page', async () => {
    const member = await addMember(shop)
    const id = await member.addScan()
    const answer = await member.unsynced(`after=${id}`)
    expect(answer.json).toEqual({ count: 0, items: [], waiting: 1, next: null })
  })

  test('after goes on behind a scan that was marked as synced meanwhile', async () => {
    const member = await addMember(shop)
    const first = await member.addScan({ daysAgo: 3 })
    const second = await member.addScan({ daysAgo: 2 })
    await member.mark({ ids: [first] })
    expect(idsOf(await member.unsynced(`after=${first}`))).toEqual([second])
  })

  test('a few that cannot be imported do not block the rest', async () => {
    const member = await addMember(shop)
    const stuck = await member.addScan({ daysAgo: 9 })
    const rest = [await member.addScan({ daysAgo: 8 }), await member.addScan({ daysAgo: 7 })]
    const answer = await member.unsynced(`limit=1&after=${stuck}`)
    expect(idsOf(answer)).toEqual(rest.slice(0, 1))
    const next = await member.unsynced(`limit=1&after=${String(answer.json['next'])}`)
    expect(idsOf(next)).toEqual(rest.slice(1))
  })

  test('a twin stays hidden on the page behind its original, and is not counted', async () => {
    const member = await addMember(shop)
    const metadata = { invoice_no: 'A-1' }
    const original = await member.addScan({ daysAgo: 5, metadata })
    const other = await member.addScan({ daysAgo: 4 })
    await member.addScan({ daysAgo: 3, metadata })
    const answer = await member.unsynced(`after=${original}`)
    expect(idsOf(answer)).toEqual([other])
    expect(answer.json).toMatchObject({ waiting: 2, next: null })
    expect((await member.unsynced('limit=2')).json).toMatchObject({ count: 2, next: null })
  })

  test('after that is empty counts as not given', async () => {
    const member = await addMember(shop)
    const id = await member.addScan()
    expect(idsOf(await member.unsynced('after='))).toEqual([id])
  })

  test.each(['nonsense', '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b', '0', '%27%20OR%201=1', '%00'])(
    'after that is no scan is refused: %s',
    async (after) => {
      const member = await addMember(shop)
      const answer = await member.unsynced(`after=${after}`)
      expect(answer.status).toBe(400)
      expect(String(answer.json['error'])).toStartWith('after must be the id of one of your scans')
    },
  )

  test('after that is too long to be an id is refused', async () => {
    const member = await addMember(shop)
    const answer = await member.unsynced(`after=${'x'.repeat(37)}`)
    expect(answer.status).toBe(400)
    expect(String(answer.json['error'])).toStartWith('after must be ')
  })

  test('after that is another user’s scan is refused as an unknown one is', async () => {
    const [mine, other] = [await addMember(shop), await addMember(shop)]
    const id = await other.addScan()
    const unknown = crypto.randomUUID()
    const refused = await mine.unsynced(`after=${id}`)
    const notFound = await mine.unsynced(`after=${unknown}`)
    expect(refused.status).toBe(400)
    expect(refused.text.replace(id, '')).toBe(notFound.text.replace(unknown, ''))
  })

  test('a key for all users goes on behind a scan of any of them', async () => {
    const owner = await addMember(shop, 'owner')
    const member = await addMember(shop)
    const first = await member.addScan({ daysAgo: 0 })
    const second = await owner.addScan({ daysAgo: -1 })
    const { key } = await shop.addKey({ email: owner.email, allUsers: true })
    const answer = await shop.call('GET', `${api}/scans/unsynced?after=${first}`, { key })
    expect(idsOf(answer)).toContain(second)
    expect(idsOf(answer)).not.toContain(first)
  })

  test('waiting follows what another process writes at once', async () => {
    const member = await addMember(shop)
    for (let n = 1; n <= 5; n++) {
      await member.addScan()
      expect((await member.unsynced('limit=1')).json).toMatchObject({ count: 1, waiting: n })
    }
  })
})
