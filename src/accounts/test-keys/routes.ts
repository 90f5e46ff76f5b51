import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { descriptions } from '../../platform/http/openapi/describe.ts'
import { elysiaService, type HttpService } from '../../platform/http/service.ts'
import type { Log } from '../../platform/log.ts'
import type { Clock } from '../../platform/time.ts'
import { callerOf, guard, type GuardDeps } from '../keys/guard.ts'
import type { Service } from '../keys/rules.ts'
import { remember } from '../sessions/guessing.ts'
import { noCopyHere, type TestDesk } from './with-test-keys.ts'
import { AppError } from '../../platform/errors.ts'

/** The texts of a service about itself. */
type About = {
  service: Service
  prefix: string
  /** The prefix of its names in its document. */
  name: string
  tag: string
  describeWrite: ReturnType<typeof descriptions>['describeWrite']
}

/** What a test key may do with its copy of the book. */
export function testKeyRoutes(
  on: { desk: Pick<TestDesk, 'reset'>; clock: Clock; counted: Resets } | undefined,
  { name, tag, describeWrite }: About,
) {
  return new Elysia().post(
    '/api/public/v1/test/reset',
    async ({ request }) => {
      if (on === undefined) throw noCopyHere()
      on.counted.count(callerOf(request).keyId, on.clock.now())
      const { madeAt, bytes } = await on.desk.reset()
      return { made_at: new Date(madeAt).toISOString(), bytes }
    },
    describeWrite({
      operationId: 'resetTest',
      tag,
      summary: 'Start afresh with a test key',
      description: `An extension of Daybook, for test keys (\`dbt_…\`) alone. Throws the copy that test keys work on away, with all that they changed in it, and makes a new one of the shop's data as they are now. There is one copy for all test keys of the shop: the others start afresh too. Answers when the new one is there. Each key may do so ${resetsMax} times an hour.`,
      answer: copyAnswer(name),
      isForEveryKey: true,
    }),
  )
}

const copyAnswer = (service: string) =>
  Type.Object(
    {
      made_at: Type.String({ format: 'date-time' }),
      bytes: Type.Integer({ description: 'What the copy takes of the disk.' }),
    },
    { $id: `${service}.TestCopy`, description: 'The new copy.' },
  )

/** These routes as a service of their own, whose guard accepts only test keys. */
export function testKeyService(
  desk: TestDesk | undefined,
  guardDeps: GuardDeps,
  {
    log,
    errorBody,
    ...about
  }: About &
    Pick<Parameters<typeof elysiaService>[0], 'errorBody'> & {
      log: Log
    },
): HttpService {
  const { service, prefix } = about
  const on = desk && { desk, clock: guardDeps.clock, counted: resets() }
  return elysiaService({
    name: service,
    prefix,
    routes: () => testKeyRoutes(on, about),
    log,
    authorise: guard(guardDeps, service, 'test'),
    errorBody,
  })
}

/** The most resets of one key in an hour: a run of tests begins with one, and each copies the whole shop's data. */
const resetsMax = 20

const hourMs = 60 * 60_000

/** The most remembered keys: more test keys than a shop has. */
const keysMax = 1_000

type Resets = {
  /** Counts one more reset of a key. Throws AppError `rate_limited` when the hour's resets are used up. */
  count(keyId: string, now: number): void
}

/** In memory: a restart resets the counts. */
function resets(): Resets {
  const known = new Map<string, number[]>()
  return {
    count(keyId, now) {
      const recent = (known.get(keyId) ?? []).filter((at) => at <= now && now - at < hourMs)
      const [first] = recent
      if (first !== undefined && recent.length >= resetsMax) throw tooMany(first + hourMs - now)
      remember(known, keyId, [...recent, now], keysMax)
    },
  }
}

function tooMany(waitMs: number): AppError {
  const minutes = Math.ceil(waitMs / 60_000)
  return new AppError(
    'rate_limited',
    `This key may make the copy anew ${resetsMax} times an hour. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}; an owner can do it at once on the page API keys.`,
    { retryAfterSeconds: Math.ceil(waitMs / 1000) },
  )
}
