import { describe, expect, test } from 'bun:test'
import { listed, type ConsoleAnswer, ownersShop } from '../browser.ts'

const { owner } = await ownersShop()

const set = (series: unknown, running: unknown) =>
  owner.post('/settings/invoices/numbers', { series, running })

const runningIn = (answer: ConsoleAnswer) =>
  listed(answer).map(({ series, running }) => [series, running])

describe('the next numbers', () => {
  test('begin with 1, and go on where an owner says; saying it again changes nothing', async () => {
    const first = await owner.get('/settings/invoices/numbers')
    expect(listed(first)).toEqual([
      { series: 'invoice', running: 1, number: expect.stringMatching(/^INV\/\d\d-\d\d\/00001$/) },
      { series: 'credit note', running: 1, number: expect.stringMatching(/^CN\/.+\/00001$/) },
    ])
    for (const _ of ['once', 'again']) {
      const answer = await set('invoice', 124)
      expect([answer.status, runningIn(answer)]).toEqual([
        200,
        [
          ['invoice', 124],
          ['credit note', 1],
        ],
      ])
    }
    expect((await owner.get('/activity?kind=settings')).text).toContain('124')
  })

  test.each([0, -1, 1.5, 1_000_000, '5', null])('are not %p', async (running) => {
    const answer = await set('credit note', running)
    expect([answer.status, answer.field]).toEqual([400, 'running'])
  })

  test('are of no other series', async () => {
    const answer = await set('receipt', 5)
    expect([answer.status, answer.field]).toEqual([400, 'series'])
  })
})
