import { Elysia } from 'elysia'
import { noCopyHere } from '../../../../accounts/test-keys/with-test-keys.ts'
import type { TestCopy } from '../../../../test-copy/test-copy.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { forOwners } from '../../../api/guard.ts'

/** The copy for test keys. The pages show nothing of its content. */
export function testCopyRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .get('/api/test-copy', async () => ({ copy: await shownCopy(deps.testCopy) }), forOwners)
    .post(
      '/api/test-copy/reset',
      async () => {
        await requireCopy(deps).reset()
        return { copy: await shownCopy(deps.testCopy) }
      },
      forOwners,
    )
    .post(
      '/api/test-copy/remove',
      async () => {
        await requireCopy(deps).remove()
        return { copy: null }
      },
      forOwners,
    )
}

function requireCopy({ testCopy }: ConsoleDeps): TestCopy {
  if (testCopy === undefined) throw noCopyHere()
  return testCopy
}

/** Null if there is no copy. */
async function shownCopy(testCopy: TestCopy | undefined) {
  const facts = await testCopy?.facts()
  if (facts === undefined) return null
  const { madeAt, usedAt, bytes } = facts
  return { bytes, madeAt: new Date(madeAt).toISOString(), usedAt: new Date(usedAt).toISOString() }
}
