import { describe, expect, test } from 'bun:test'
import { seededRandom } from '../../../../scripts/demo/random.ts'
import { sampleRules } from '../../../../scripts/demo/rules.ts'
import { sampleShop } from '../../../../scripts/demo/sample-shop.ts'
import type { Category } from '../../../../src/paper/categories.ts'
import { compileRules } from '../../../../src/paper/rules/rules.ts'
import type { RawDocument } from '../../../../src/paper/rules/normalise.ts'
import { mutate, slips } from '../../../paper/checks/mutations.ts'
import { newMember, type Browser, ownersShop } from '../browser.ts'

const typedCount = 200

type Paper = { raw: RawDocument; category: Category }

const rules = sampleRules.map((rule) => ({ ...rule, category: rule.category ?? null }))
const compiled = compileRules(rules)
const papers = sampleShop({ seed: 20, now: Date.now() }).scans.flatMap(
  ({ raw, category }): Paper[] => (raw === null ? [] : [{ raw, category }]),
)

const { shop, owner } = await ownersShop()
for (const rule of rules) await owner.post('/rules', rule)

describe('papers that are typed in at the console', () => {
  test(`wrongly, ${typedCount} of them, are none of them delivered`, async () => {
    const { member, browser } = await newMember(shop)
    const typed = [...mutated(typedCount)]
    const delivered: string[] = []
    for (const { paper, slip, what } of typed) {
      const id = await member.addScan({ failureReason: 'Blurred.', category: paper.category })
      if ((await typeIn(browser, id, paper.raw)) !== 'check') delivered.push(`${slip}: ${what}`)
    }
    expect(delivered).toEqual([])
    expect((await member.unsynced('limit=1000')).json['count']).toBe(0)
    expect(new Set(typed.map(({ slip }) => slip)).size).toBe(Object.keys(slips).length)
  })

  test('as they are, are all of them delivered', async () => {
    const { member, browser } = await newMember(shop)
    const random = seededRandom(8)
    const held: unknown[] = []
    for (const paper of random.shuffle(papers).slice(0, 60)) {
      const id = await member.addScan({ failureReason: 'Blurred.', category: paper.category })
      const state = await typeIn(browser, id, paper.raw)
      if (state !== 'waiting' && state !== 'duplicate') held.push(state)
    }
    expect(held).toEqual([])
  })
})

/** Papers that one slip is tried in: some fit few, such as those in a statement's balance. */
const papersTried = 50

/** Each slip in its turn, each time in another paper. */
function* mutated(count: number) {
  const random = seededRandom(2026)
  const turns = Object.entries(slips)
  for (let turn = 0; turn < count; turn++) {
    const [slip, make] = turns[turn % turns.length] ?? []
    if (slip === undefined || make === undefined) return
    for (let tried = 0; tried < papersTried; tried++) {
      const paper = random.pick(papers)
      const found = mutate(random, make, paper, compiled)
      if (found === undefined) continue
      yield { paper: { ...paper, raw: found.raw }, slip, what: found.what }
      break
    }
  }
}

/** Returns how it stands then. */
async function typeIn(browser: Browser, id: string, raw: RawDocument): Promise<unknown> {
  const { json } = await browser.get(`/documents/${id}/read`)
  const body = { raw, startedFrom: json['version'] }
  return (await browser.post(`/documents/${id}/correct`, body)).json['state']
}
