import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { startResting } from '../../../src/cli/serve/start-server.ts'

/** Of a process that uses as much processor time as it is told, in microseconds; seconds pass as they are told to. */
function workingProcess() {
  let used = 0
  let givenBack = 0
  const database = { forgetPages: () => void givenBack++ }
  const resting = startResting({ database, usedMicros: () => used })
  return {
    givenBack: () => givenBack,
    stop: resting.stop,
    /** A second in which it uses so much. */
    second(micros: number) {
      used += micros
      jest.advanceTimersByTime(1_000)
    },
  }
}

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

describe('a process that rests', () => {
  test('gives memory back in the first second without work, and once only', () => {
    const server = workingProcess()
    server.second(400_000)
    expect(server.givenBack()).toBe(0)
    server.second(0)
    server.second(0)
    expect(server.givenBack()).toBe(1)
    server.stop()
  })

  test('does so again after it has worked again', () => {
    const server = workingProcess()
    for (let round = 0; round < 2; round++) {
      server.second(400_000)
      server.second(0)
    }
    expect(server.givenBack()).toBe(2)
    server.stop()
  })

  test('leaves what is kept alone while it works, and for a few requests', () => {
    const server = workingProcess()
    for (let second = 0; second < 10; second++) server.second(400_000)
    server.second(10_000)
    const once = server.givenBack()
    server.second(10_000)
    expect([once, server.givenBack()]).toEqual([1, 1])
    server.stop()
  })

  test('is not looked at any more once it has stopped', () => {
    const server = workingProcess()
    server.second(400_000)
    server.stop()
    server.second(0)
    expect(server.givenBack()).toBe(0)
  })
})
