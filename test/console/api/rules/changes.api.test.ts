import { describe, expect, test } from 'bun:test'
import { changeRules } from '../../../../src/services/scan-export/rename-rules/change-rules.ts'
import { addMember } from '../../../support/member.ts'
import type { Shop } from '../../../support/shop.ts'
import { listed, ownersShop } from '../browser.ts'

const { shop, owner } = await ownersShop()

const ruleFor = (from: string) => ({ type: 'label' as const, from, to: 'memo' })

/** Asks until so many are under way; the test's own time limit ends it. */
async function changesWith(count: number) {
  for (;;) {
    const answer = await owner.get('/rules/changes')
    if (listed(answer).length === count) return answer
  }
}

describe('changes under way', () => {
  test('are none while nothing changes', async () => {
    expect((await owner.get('/rules/changes')).json).toEqual({ items: [], isElsewhere: false })
  })

  test('of another program are told, and those asked for meanwhile wait and then begin by themselves', async () => {
    const member = await addMember(shop)
    const [first, second] = [`Zref ${crypto.randomUUID()}`, `Zref ${crypto.randomUUID()}`]
    await member.addScan({ metadata: { [first]: '1', [second]: '2' } })
    const { promise: held, resolve: end } = Promise.withResolvers<void>()
    // Another process that is in the middle of its change.
    const elsewhere = changeRules(heldBeforeItsEnd(held), [{ ...ruleFor('Other'), category: null }])
    while ((await owner.get('/rules/changes')).json['isElsewhere'] !== true);

    const inputs = [first, second].map((label) => owner.post('/rules', ruleFor(label)))
    const { json } = await changesWith(2)
    expect(json['isElsewhere']).toBe(true)
    const waits = { by: { userId: shop.users.owner, name: 'Owner' }, progress: null }
    expect(json['items']).toEqual(
      expect.arrayContaining([
        { id: expect.any(String), what: `“${first}”`, ...waits },
        { id: expect.any(String), what: `“${second}”`, ...waits },
      ]),
    )
    end()
    await elsewhere
    for (const answer of await Promise.all(inputs)) expect(answer.status).toBe(200)
    expect((await owner.get('/rules/changes')).json).toEqual({ items: [], isElsewhere: false })
    const rules = await owner.get('/rules?search=zref')
    expect(rules.json['total']).toBe(2)
  })

  test('that are refused leave nothing behind', async () => {
    const label = `Zref ${crypto.randomUUID()}`
    await owner.post('/rules', ruleFor(label))
    expect((await owner.post('/rules', ruleFor(label))).status).toBe(409)
    expect((await owner.get('/rules/changes')).json).toEqual({ items: [], isElsewhere: false })
  })
})

/** The service as another process has it, which stops before it puts its change in force until it may go on. */
function heldBeforeItsEnd(held: Promise<void>): Shop['deps'] {
  const { database } = shop.deps
  return {
    ...shop.deps,
    database: {
      ...database,
      async writeInSteps(command) {
        await held
        return await database.writeInSteps(command)
      },
    },
  }
}
