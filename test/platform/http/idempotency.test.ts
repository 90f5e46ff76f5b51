import { describe, expect, test } from 'bun:test'
import type { Database } from '../../../src/platform/db/database.ts'
import {
  deleteExpiredAnswers,
  idempotencyKeyOf,
  once,
  type Attempt,
} from '../../../src/platform/http/idempotency.ts'
import { AppError } from '../../../src/platform/errors.ts'
import {
  codeOf,
  dayMs,
  noon,
  refusalOf,
  temporaryDatabase,
} from '../../support/temporary-database.ts'

const keptMs = 3 * dayMs
const attempt: Attempt = { keyId: 'key', idempotencyKey: 'a', requestHash: 'body' }

describe('the same Idempotency-Key', () => {
  test('with the same body gets the first answer again, whatever the clock says meanwhile', async () => {
    await using open = temporaryDatabase()
    expect(await send(open.database, attempt, noon, 'first')).toEqual({
      status: 201,
      body: 'first',
      replayed: false,
    })
    for (const later of [0, 1, -dayMs, 400 * dayMs]) {
      const answer = await send(open.database, attempt, noon + later, 'second')
      expect(answer).toEqual({ status: 201, body: 'first', replayed: true })
    }
  })

  test('is a new request once its answer was cleared away', async () => {
    await using open = temporaryDatabase()
    await send(open.database, attempt, noon, 'first')
    await open.database.write((conn) => deleteExpiredAnswers(conn, noon + keptMs + 1, 1))
    const anew = { ...attempt, requestHash: 'another body' }
    expect((await send(open.database, anew, noon + 4 * dayMs, 'second')).replayed).toBe(false)
  })

  test('with another body is refused, and nothing is created', async () => {
    await using open = temporaryDatabase()
    await send(open.database, attempt, noon, 'first')
    const other = { ...attempt, requestHash: 'another body' }
    const refusal = await refusalOf(send(open.database, other, noon + 1, 'second'))
    expect([refusal.code, refusal.details.items]).toEqual([
      'idempotency_conflict',
      [{ first_used_at: new Date(noon).toISOString() }],
    ])
    expect((await send(open.database, attempt, noon + 2, 'third')).body).toBe('first')
  })

  test('of another API key is another one', async () => {
    await using open = temporaryDatabase()
    await send(open.database, attempt, noon, 'first')
    const other = { ...attempt, keyId: 'other', requestHash: 'another body' }
    expect(await send(open.database, other, noon, 'second')).toMatchObject({ replayed: false })
  })

  test('sent twice at the same time creates once', async () => {
    await using open = temporaryDatabase()
    const answers = await Promise.all([
      send(open.database, attempt, noon, 'first'),
      send(open.database, attempt, noon, 'second'),
    ])
    expect(answers.map(({ body }) => body)).toEqual(['first', 'first'])
  })

  test('of a request that was refused is free again', async () => {
    await using open = temporaryDatabase()
    const refused = open.database.write((conn) =>
      once(conn, attempt, noon, () => {
        throw new AppError('conflict', 'Out of stock.')
      }),
    )
    expect(await codeOf(refused)).toBe('conflict')
    expect(await send(open.database, attempt, noon, 'second')).toMatchObject({ body: 'second' })
  })
})

test('without an Idempotency-Key every request is a new one', async () => {
  await using open = temporaryDatabase()
  const plain = { ...attempt, idempotencyKey: undefined }
  expect((await send(open.database, plain, noon, 'first')).body).toBe('first')
  expect((await send(open.database, plain, noon, 'second')).body).toBe('second')
})

test('answers go 24 hours, and the two days a clock may jump, after they were made, some at a time', async () => {
  await using open = temporaryDatabase()
  for (const name of ['a', 'b', 'c', 'd']) {
    const old = { ...attempt, idempotencyKey: name }
    await send(open.database, old, name === 'd' ? noon + 1 : noon, name)
  }
  const deleteAt = (now: number) =>
    open.database.write((conn) => deleteExpiredAnswers(conn, now, 2))
  expect(await deleteAt(noon + keptMs)).toBe(0)
  expect(await deleteAt(noon + keptMs + 1)).toBe(2)
  expect(await deleteAt(noon + keptMs + 1)).toBe(1)
  expect(await deleteAt(noon + keptMs + 1)).toBe(0)
})

test('the header has 1 to 200 characters', async () => {
  expect(idempotencyKeyOf(post({}))).toBeUndefined()
  expect(idempotencyKeyOf(post({ 'idempotency-key': 'x'.repeat(200) }))).toHaveLength(200)
  for (const key of ['', 'x'.repeat(201)]) {
    expect(await codeOf(() => idempotencyKeyOf(post({ 'idempotency-key': key })))).toBe(
      'invalid_request',
    )
  }
})

function send(database: Database, input: Attempt, now: number, body: string) {
  return database.write((conn) => once(conn, input, now, () => ({ status: 201, body })))
}

function post(headers: Record<string, string>): Request {
  return new Request('http://localhost/', { method: 'POST', headers })
}
