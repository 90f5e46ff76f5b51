import { expect, spyOn, test } from 'bun:test'
import { type Figure, printFigures, readEarlier } from '../../scripts/bench/figures.ts'

const ratio: Figure = { name: 'orders', value: 18, unit: 'x', target: { atLeast: 15 } }
const wait: Figure = { name: 'wait', value: 40, unit: 'ms', target: { atMost: 50 } }

function printed(figures: Figure[], earlier = ''): string[] {
  const log = spyOn(console, 'log').mockImplementation(() => undefined)
  try {
    printFigures([{ part: 'all', figures }], readEarlier(earlier))
    return log.mock.calls.map(([line]) => String(line))
  } finally {
    log.mockRestore()
  }
}

test('figures stand beside those of an earlier run, and losses are marked', () => {
  const before = printed([
    { ...ratio, value: 22 },
    { ...wait, value: 60 },
  ])
  const [, orders = '', waits = ''] = printed([ratio, wait], before.join('\n'))
  expect(orders).toMatch(/18 x +>= 15 +22 LOST +met/)
  expect(waits).toMatch(/40 ms +<= 50 +60 +met/)
})

test('without an earlier run nothing is compared', () => {
  const [, orders = ''] = printed([ratio])
  expect(orders).toMatch(/18 x +>= 15 +met/)
})
