import { expect, test } from 'bun:test'
import { answerOf } from '../../../src/reader/pages/read-process.ts'

const nothing = () => undefined

test('a page that is told again and again is heard of once, so that a process that says nothing else is ended', async () => {
  const heard: number[][] = []
  const said = ['page 1 of 2\n', 'page 1 of 2\n', 'page 2 of 2\npage 1 of 2\n', 'page 999 of 999\n']
  const answer = await answerOf(saying([...said, '{"problem"', ':"broken"}\n']), {
    onPage: (...page) => heard.push(page),
    onStep: nothing,
  })
  expect(heard).toEqual([
    [1, 2],
    [2, 2],
  ])
  expect(answer).toBe('{"problem":"broken"}')
})

test('steps are heard between pages, so many of a page that no process is waited for without end', async () => {
  let steps = 0
  const endless = 'step\n'.repeat(5000)
  const listener = { onPage: nothing, onStep: () => void steps++ }
  expect(await answerOf(saying(['step\n', 'page 1 of 2\nst', 'ep\n', '{}']), listener)).toBe('{}')
  expect(steps).toBe(2)
  await answerOf(saying([endless, 'page 1 of 1\n', endless]), listener)
  expect(steps).toBeLessThan(500)
})

test('the last line counts, also without an end', async () => {
  expect(await answerOf(saying(['one\ntwo']), { onPage: nothing, onStep: nothing })).toBe('two')
  expect(await answerOf(saying([]), { onPage: nothing, onStep: nothing })).toBeUndefined()
})

function saying(pieces: readonly string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
}
