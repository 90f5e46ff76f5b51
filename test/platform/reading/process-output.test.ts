import { expect, test } from 'bun:test'
import { answerOf, complaintOf } from '../../../src/platform/reading/process-output.ts'

test('a page that is told again and again is heard of once, so that a process that says nothing else is ended', async () => {
  const heard: number[][] = []
  const said = ['page 1 of 2\n', 'page 1 of 2\n', 'page 2 of 2\npage 1 of 2\n', 'page 999 of 999\n']
  const answer = await answerOf(saying([...said, '{"problem"', ':"broken"}\n']), (...page) =>
    heard.push(page),
  )
  expect(heard).toEqual([
    [1, 2],
    [2, 2],
  ])
  expect(answer).toBe('{"problem":"broken"}')
})

test('the last line counts, also without an end', async () => {
  expect(await answerOf(saying(['one\ntwo']), () => undefined)).toBe('two')
  expect(await answerOf(saying([]), () => undefined)).toBeUndefined()
})

test('of what a process complains of without end its beginning and its end are kept', async () => {
  const complaint = await complaintOf(
    saying(['first', ...Array(50).fill('x'.repeat(9000)), 'last']),
  )
  expect([complaint.length, complaint.slice(0, 5), complaint.slice(-4)]).toEqual([
    1000,
    'first',
    'last',
  ])
})

function saying(pieces: readonly string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
}
