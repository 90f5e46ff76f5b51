import { expect, test } from 'bun:test'
import {
  callItself,
  certificateNames,
  namesWithClaimed,
} from '../../../src/platform/http/listening/addresses.ts'
import { temporaryDatabase } from '../../support/temporary-database.ts'

test('a name that is claimed again after a start was in the certificate from the beginning', async () => {
  await using temporary = temporaryDatabase()
  await namesWithClaimed(temporary.database).note('daybook-test.local')
  const { names } = namesWithClaimed(temporary.database)
  const atStart = names()
  const takeBack = callItself('daybook-test.local')
  const afterClaim = names()
  takeBack()
  expect(atStart).toContain('daybook-test.local')
  expect(afterClaim.toSorted()).toEqual(atStart.toSorted())
})

test('another name takes the place of the one before, and none is there before the first', async () => {
  await using temporary = temporaryDatabase()
  expect(namesWithClaimed(temporary.database).names()).toEqual(certificateNames())
  const claimed = namesWithClaimed(temporary.database)
  await claimed.note('daybook-test.local')
  await claimed.note('daybook-test-2.local')
  expect(claimed.names()).toEqual([...certificateNames(), 'daybook-test-2.local'])
  expect(namesWithClaimed(temporary.database).names()).toEqual(claimed.names())
})
