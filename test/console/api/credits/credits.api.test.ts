import { describe, expect, test } from 'bun:test'
import { listed, signedIn, ownersShop } from '../browser.ts'

const { shop, owner } = await ownersShop()
const ravi = await signedIn(shop, shop.users.ravi)

const give = (input: object) =>
  owner.post('/credits', { kind: 'grant', amount: 10, note: 'Plan', ...input })

describe('credits', () => {
  test('come by grants and corrections, go with scans, and everybody sees the balance', async () => {
    expect((await give({ amount: 500, note: ' Plan of November ' })).json).toEqual({ balance: 500 })
    await give({ kind: 'adjustment', amount: -20, note: 'Granted twice' })
    await shop.addScan({ user: 'ravi' })
    await shop.addScan({ user: 'meena' })
    const all = await owner.get('/credits')
    expect(all.json).toMatchObject({ balance: 478, total: 4 })
    expect(listed(all).map(({ kind, amount, user }) => [kind, amount, user])).toEqual([
      ['use', -1, 'Meena'],
      ['use', -1, 'Ravi'],
      ['adjustment', -20, 'Owner'],
      ['grant', 500, 'Owner'],
    ])
    expect(listed(all).at(-1)).toMatchObject({ note: 'Plan of November' })
    expect((await ravi.get('/credits')).json['balance']).toBe(478)
  })

  test('of others are not shown to a member, whatever it asks for', async () => {
    for (const query of ['', '?show=given']) {
      const { json, text } = await ravi.get(`/credits${query}`)
      expect(json['total']).toBe(1)
      expect(text).not.toContain('Plan')
      expect(text).not.toContain('Meena')
    }
  })

  test('that owners entered are listed by themselves, a page at a time', async () => {
    const first = await owner.get('/credits?show=given&size=1')
    const second = await owner.get('/credits?show=given&size=1&page=2')
    expect([first, second].map((answer) => listed(answer)[0]?.['kind'])).toEqual([
      'adjustment',
      'grant',
    ])
    expect(second.json).toMatchObject({ total: 2, page: 2, size: 1 })
  })

  const refused: [object, string][] = [
    [{ amount: 0 }, 'amount'],
    [{ amount: -5 }, 'amount'],
    [{ amount: 1_000_001 }, 'amount'],
    [{ amount: 1.5 }, 'amount'],
    [{ amount: '5' }, 'amount'],
    [{ kind: 'adjustment', amount: 0 }, 'amount'],
    [{ kind: 'adjustment', amount: -1_000_001 }, 'amount'],
    [{ kind: 'use', amount: -1 }, 'kind'],
    [{ note: '  ' }, 'note'],
    [{ note: 'x'.repeat(201) }, 'note'],
    [{ note: undefined }, 'note'],
  ]

  test.each(refused)('are refused with %o', async (change, field) => {
    const before = (await owner.get('/credits')).text
    const answer = await give(change)
    expect([answer.status, answer.field]).toEqual([400, field])
    expect((await owner.get('/credits')).text).toBe(before)
  })
})
