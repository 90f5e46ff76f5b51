import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { descriptions } from '../../platform/http/openapi/describe.ts'
import { elysiaService, type HttpService } from '../../platform/http/service.ts'
import type { Log } from '../../platform/log.ts'
import type { Clock } from '../../platform/time.ts'
import { callerOf, guard, type GuardDeps } from '../keys/guard.ts'
import type { Service } from '../keys/rules.ts'
import { type Resets, resets, resetsMax } from './resets.ts'
import { noCopyHere, type TestDesk } from './with-test-keys.ts'

/** What a service says of itself. */
type About = {
  service: Service
  prefix: string
  /** What its names begin with in its document. */
  name: string
  tag: string
  describeWrite: ReturnType<typeof descriptions>['describeWrite']
}

/** What a test key may do with the copy that it works on. */
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

/** Likewise as a service: its guard takes test keys alone. */
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
    routes: testKeyRoutes(on, about),
    log,
    authorise: guard(guardDeps, service, 'test'),
    errorBody,
  })
}
