import { expect, test } from 'bun:test'
import { refuseCrowdedJson } from '../../../src/platform/json/large-json.ts'
import { refusalOf } from '../../support/temporary-database.ts'

function bytesOf(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value))
}

function labels(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`"${at}\\`, '":']))
}

/** How often others got their turn while the work went on. */
async function turnsDuring(work: Promise<void>): Promise<number> {
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await work
  isOver = true
  return turns
}

test.each([
  ['quotes in a text', '"'.repeat(1_000_000)],
  ['texts', Array.from({ length: 800_000 }, () => '')],
  ['brackets', Array.from({ length: 400_000 }, () => [])],
])('others get their turn while many %s are looked at', async (_what, value) => {
  const turns = await turnsDuring(refuseCrowdedJson(bytesOf(value), 'The body'))
  expect(turns).toBeGreaterThanOrEqual(5)
})

test('a label is told from a text, also with quotes in it', async () => {
  await refuseCrowdedJson(bytesOf(labels(10_000)), 'The body')
  const refusal = await refusalOf(refuseCrowdedJson(bytesOf(labels(10_001)), 'The body'))
  expect(refusal.message).toContain('more than 10000 different labels')
})

test('a text without an end is left to the parser', async () => {
  for (const text of ['{"a', '{"a\\"', '"', '{"a":"\\\\\\"']) {
    await refuseCrowdedJson(new TextEncoder().encode(text), 'The body')
  }
})
