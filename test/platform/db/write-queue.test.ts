import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { statSync } from 'node:fs'
import type { Conn } from '../../../src/platform/db/connection.ts'
import { type Command, WriteQueue } from '../../../src/platform/db/write-queue.ts'
import { AppError } from '../../../src/platform/errors.ts'
import { codeOf, refusalOf, turns, until } from '../../support/temporary-database.ts'
import { notebook, notes, writes, type Notebook } from './notebook.ts'

let database: Notebook
let conn: Conn
let queue: WriteQueue
let written: Notebook['written']

beforeEach(() => {
  database = notebook()
  ;({ conn, queue, written } = database)
})

afterEach(() => database[Symbol.asyncDispose]())

describe('acts that wait together', () => {
  test('are one commit', async () => {
    await Promise.all(['a', 'b', 'c'].map((note) => queue.write(writes(note))))
    expect(written()).toEqual(['a', 'b', 'c'])
    expect(queue.commits).toBe(1)
  })

  test('are not seen by readers before they are acknowledged, and are seen afterwards', async () => {
    const pending = queue.write(writes('a'))
    expect(written()).toEqual([])
    await pending
    expect(written()).toEqual(['a'])
  })

  test('are written in the order in which they came', async () => {
    const wanted = Array.from({ length: 300 }, (_, n) => `note ${n}`)
    await Promise.all(wanted.map((note, n) => queue.write(writes(note), { alone: n % 70 === 0 })))
    expect(written()).toEqual(wanted)
  })

  test('get the results of their own acts', async () => {
    const results = await Promise.all([queue.write(() => 1), queue.write(() => 'two')])
    expect(results).toEqual([1, 'two'])
  })

  test('are at most 64 to a commit', async () => {
    await Promise.all(Array.from({ length: 130 }, () => queue.write(writes('x'))))
    expect(queue.commits).toBe(3)
    expect(written()).toHaveLength(130)
  })

  test('are cut where 10 ms have passed, so that nobody waits for long', async () => {
    const usual = new WriteQueue(conn)
    await Promise.all([usual.write(takes11Ms), usual.write(writes('next'))])
    expect(usual.commits).toBe(2)
    expect(written().at(-1)).toBe('next')
  })

  test('leave one that wishes to be alone to a commit of its own', async () => {
    await Promise.all([
      queue.write(writes('a')),
      queue.write(writes('alone'), { alone: true }),
      queue.write(writes('b')),
      queue.write(writes('c')),
    ])
    expect(queue.commits).toBe(3)
    expect(written()).toEqual(['a', 'alone', 'b', 'c'])
  })
})

describe('a refusal', () => {
  test('undoes only its own act and reaches its own caller', async () => {
    const refusal = new AppError('conflict', 'No.')
    const outcomes = await Promise.allSettled([
      queue.write(writes('before')),
      queue.write((to) => {
        writes('undone')(to)
        throw refusal
      }),
      queue.write(writes('after')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(outcomes[1]).toEqual({ status: 'rejected', reason: refusal })
    expect(written()).toEqual(['before', 'after'])
    expect(queue.commits).toBe(1)
  })

  test('of an act that runs alone leaves nothing, and no commit', async () => {
    const refusal = new AppError('conflict', 'No.')
    const outcomes = await Promise.allSettled([
      queue.write(writes('before')),
      queue.write(
        (to) => {
          writes('undone')(to)
          throw refusal
        },
        { alone: true },
      ),
      queue.write(writes('after'), { alone: true }),
    ])
    expect(outcomes[1]).toEqual({ status: 'rejected', reason: refusal })
    expect(written()).toEqual(['before', 'after'])
    expect(queue.commits).toBe(2)
  })

  test('of the database itself undoes only its own act', async () => {
    const [, refused] = await Promise.allSettled([
      queue.write(writes('before')),
      queue.write((to) => {
        writes('undone')(to)
        to.$client.run('INSERT INTO notes (note) VALUES (NULL)')
      }),
    ])
    expect(refused.status).toBe('rejected')
    expect(written()).toEqual(['before'])
  })

  test('comes at once when 20,000 acts wait already', async () => {
    const accepted = Array.from({ length: 20_000 }, () => queue.write(() => undefined))
    expect(await codeOf(queue.write(writes('one too many')))).toBe('unavailable')
    await Promise.all(accepted)
    expect(written()).toEqual([])
  })
})

describe('an act that is not synchronous', () => {
  const promises: [string, Command<unknown>][] = [
    [
      'a promise',
      async (to) => {
        writes('undone')(to)
        await Promise.resolve()
        writes('too late')(to)
      },
    ],
    [
      'a query that nobody ran',
      (to) => {
        writes('undone')(to)
        return to.insert(notes).values({ note: 'not run' })
      },
    ],
  ]

  test.each(promises)('is a programming error and writes nothing: %s', async (_, command) => {
    const [wrong, right] = await Promise.allSettled([
      queue.write(command),
      queue.write(writes('right')),
    ])
    expect(wrong).toMatchObject({ status: 'rejected', reason: expect.any(TypeError) })
    expect(right.status).toBe('fulfilled')
    expect(written()[0]).toBe('right')
    expect(written()).not.toContain('undone')
  })
})

describe('while another process holds the write lock', () => {
  let other: Database

  beforeEach(() => {
    other = new Database(database.file, { readwrite: true })
    other.run('BEGIN IMMEDIATE')
  })

  afterEach(() => {
    other.close(true)
  })

  test('acts wait, readers go on, and once it is free everything is written', async () => {
    let acknowledged = false
    const pending = Promise.all([queue.write(writes('a')), queue.write(writes('b'))]).finally(
      () => (acknowledged = true),
    )
    await turns(50)
    expect(acknowledged).toBe(false)
    expect(written()).toEqual([])
    other.run('COMMIT')
    await pending
    expect(written()).toEqual(['a', 'b'])
  })

  test('the event loop is not held up', async () => {
    let ticks = 0
    const ticking = setInterval(() => ticks++, 1)
    const patient = new WriteQueue(conn, { busyLimitMs: 20_000 })
    const writing = patient.write(writes('a'))
    await until(() => ticks > 5)
    clearInterval(ticking)
    expect(written()).toEqual([])
    other.run('COMMIT')
    await writing
    expect(written()).toEqual(['a'])
  })

  test('for longer than the limit, what waited is refused with a time to come back', async () => {
    const impatient = new WriteQueue(conn, { busyLimitMs: 20 })
    const [first, second] = [impatient.write(writes('a')), impatient.write(writes('b'))]
    const refusal = await refusalOf(first)
    expect(refusal.code).toBe('unavailable')
    expect(refusal.details['retryAfterSeconds']).toBe(5)
    expect(await codeOf(second)).toBe('unavailable')
    other.run('COMMIT')
    await impatient.write(writes('c'))
    expect(written()).toEqual(['c'])
  })
})

test('a long log is brought into the book before a commit would have to do it', async () => {
  const before = statSync(database.file).size
  const page = 'x'.repeat(4096)
  const pages = 500
  const fill: Command<void> = (to) => {
    for (let n = 0; n < pages; n++) writes(page)(to)
  }
  for (let command = 0; command < 3; command++) await queue.write(fill, { alone: true })
  await queue.idle()
  expect(statSync(database.file).size).toBe(before)
  await queue.write(fill, { alone: true })
  await queue.idle()
  expect(statSync(database.file).size).toBeGreaterThan(before + 4 * pages * page.length)
})

function takes11Ms(to: Conn): void {
  const end = performance.now() + 11
  while (performance.now() < end) writes('slow')(to)
}

/** Steps, each a note, until the event loop has turned. */
function* stepsUntil(isOver: () => boolean, noted: Conn): Generator<undefined, string> {
  while (!isOver()) {
    writes('step')(noted)
    yield
  }
  return 'over'
}

describe('an act in steps', () => {
  test('lets others be answered between its steps, shows them nothing of it, and writes all or nothing', async () => {
    let seen: string[] | undefined
    const asked = turns(3).then(() => (seen = written()))
    const stepped = queue.writeInSteps((noted) => stepsUntil(() => seen !== undefined, noted))
    const later = queue.write(writes('later'))
    expect(await stepped).toBe('over')
    await Promise.all([asked, later])
    expect(seen).toEqual([])
    expect(written().at(-1)).toBe('later')
    expect(written()[0]).toBe('step')
  })

  test('that is refused in the midst of it leaves nothing', async () => {
    const refused = queue.writeInSteps(function* (noted) {
      writes('step')(noted)
      yield
      throw new AppError('conflict', 'No.')
    })
    expect(await codeOf(refused)).toBe('conflict')
    await queue.write(writes('next'))
    expect(written()).toEqual(['next'])
  })
})
