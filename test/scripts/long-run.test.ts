import { describe, expect, test } from 'bun:test'
import { boundsOfMinutes, figuresOf, judge } from '../../scripts/long-run/judge.ts'
import type { Sample, Taken } from '../../scripts/long-run/samples.ts'

const runMs = 300_000

/** A look every second, each as `look` says of its time. */
function samples(look: (at: number) => Omit<Sample, 'at'>): Sample[] {
  return Array.from({ length: 300 }, (_, n) => ({ at: n * 1000, ...look(n * 1000) }))
}

const quick: Taken[] = Array.from({ length: 300 }, (_, n) => ({ at: n * 1000, ms: 5 }))
const steady = () => ({ memoryMb: 100, handles: 70 })

function brokenBy(some: readonly Sample[], taken: readonly Taken[] = quick): string[] {
  return judge(figuresOf(some, taken, runMs), boundsOfMinutes).map(({ rule }) => rule)
}

describe('a long run', () => {
  test('is good when all stays as it was, whatever the warm-up took', () => {
    const warmedUp = samples((at) =>
      at < 100_000 ? { memoryMb: at / 1000, handles: 10 } : steady(),
    )
    expect(brokenBy(warmedUp)).toEqual([])
    expect(figuresOf(warmedUp, quick, runMs).slopeMbPerHour).toBe(0)
  })

  test('is not when memory grows without end', () => {
    const growing = samples((at) => ({ memoryMb: 100 + at / 300, handles: 70 }))
    expect(brokenBy(growing)).toEqual(['memory does not grow'])
    expect(figuresOf(growing, quick, runMs).slopeMbPerHour).toBeCloseTo(12_000)
  })

  test('is not when files stay open', () => {
    expect(brokenBy(samples((at) => ({ memoryMb: 100, handles: 70 + at / 2000 })))).toEqual([
      'handles do not grow',
    ])
  })

  test('is not when answers take longer and longer', () => {
    const slower = quick.map(({ at }) => ({ at, ms: at < 200_000 ? 5 : 900 }))
    expect(brokenBy(samples(steady), slower)).toEqual(['answers do not get slower'])
  })
})
