import { expect, test } from 'bun:test'
import { confirmedSessions } from '../../../src/accounts/users/passwords.ts'
import { noon } from '../../support/temporary-database.ts'

const minuteMs = 60_000

test('a password counts for ten minutes, from signing in or from when it was entered once more', () => {
  const confirmed = confirmedSessions()
  const session = { id: 'a', createdAt: noon }
  const requireAt = (minutes: number) => () => confirmed.require(session, noon + minutes * minuteMs)
  expect(requireAt(9)).not.toThrow()
  expect(requireAt(10)).toThrow('Enter your password once more')
  confirmed.note('a', noon + 20 * minuteMs)
  expect(requireAt(29)).not.toThrow()
  expect(requireAt(30)).toThrow('Enter your password once more')
})

test('a password that was entered in the future, by a clock that was wrong, does not count', () => {
  const confirmed = confirmedSessions()
  confirmed.note('a', noon + minuteMs)
  expect(() => confirmed.require({ id: 'a', createdAt: noon }, noon)).toThrow()
})
