import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { Conn } from '../../../src/platform/db/connection.ts'
import type { WriteQueue } from '../../../src/platform/db/write-queue.ts'
import { AppError } from '../../../src/platform/errors.ts'
import { codeOf } from '../../support/temporary-database.ts'
import { notebook, writes, type Notebook } from './notebook.ts'

let database: Notebook
let conn: Conn
let queue: WriteQueue
let written: Notebook['written']

beforeEach(() => {
  database = notebook()
  ;({ conn, queue, written } = database)
})

afterEach(() => database[Symbol.asyncDispose]())

describe('on a full disk', () => {
  /** SQLite says the same, and takes the same back, as when the disk itself has no page left. */
  beforeEach(() => {
    conn.$client.run('PRAGMA max_page_count = 12')
  })

  test('what does not fit is refused with a sentence, and the rest of the group is written', async () => {
    const refusal = new AppError('conflict', 'No.')
    const outcomes = await Promise.allSettled([
      queue.write(writes('before')),
      queue.write(() => {
        throw refusal
      }),
      queue.write(writes('x'.repeat(100_000))),
      queue.write(writes('after')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ])
    expect(outcomes[1]).toMatchObject({ reason: refusal })
    expect(outcomes[2]).toMatchObject({
      reason: { code: 'out_of_space', message: expect.stringMatching(/full.*\.$/) },
    })
    expect(written()).toEqual(['before', 'after'])
  })

  test('an act that filled it leaves nothing behind', async () => {
    const filling = queue.write((to) => {
      for (;;) writes('y'.repeat(2_000))(to)
    })
    expect(await codeOf(filling)).toBe('out_of_space')
    expect(written()).toEqual([])
  })

  test('reads go on, and so do writes once there is room', async () => {
    await queue.write(writes('before'))
    const big = writes('x'.repeat(100_000))
    expect(await codeOf(queue.write(big))).toBe('out_of_space')
    expect(written()).toEqual(['before'])
    conn.$client.run('PRAGMA max_page_count = 1000')
    await queue.write(big)
    expect(written()).toHaveLength(2)
  })

  test('exactly what was acknowledged is there, in order, whatever came together', async () => {
    const input = fc.record({
      size: fc.constantFrom(1, 500, 3_000, 30_000),
      fails: fc.boolean(),
      alone: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(input, { maxLength: 20 }), async (inputs) => {
        conn.$client.run('DELETE FROM notes')
        const outcomes = await Promise.allSettled(
          inputs.map(({ size, fails, alone }, n) =>
            queue.write(
              (to) => {
                writes(`${n}:${'z'.repeat(size)}`)(to)
                if (fails) throw new AppError('conflict', 'No.')
              },
              { alone },
            ),
          ),
        )
        const acknowledged = outcomes.flatMap(({ status }, n) =>
          status === 'fulfilled' ? [n] : [],
        )
        expect(written().map((note) => Number.parseInt(note, 10))).toEqual(acknowledged)
        for (const [n, outcome] of outcomes.entries()) {
          if (outcome.status === 'fulfilled') continue
          const expected = inputs[n]?.fails ? ['conflict', 'out_of_space'] : ['out_of_space']
          expect(expected).toContain(outcome.reason.code)
        }
      }),
      { numRuns: 60 },
    )
  })
})
