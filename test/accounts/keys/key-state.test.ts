import { describe, expect, test } from 'bun:test'
import { keyState } from '../../../src/accounts/keys/rules.ts'
import { noon } from '../../support/temporary-database.ts'

const fresh = { revokedAt: null, expiresAt: null, deactivatedAt: null }

describe('a key', () => {
  test('is active while nothing speaks against it', () => {
    expect(keyState(fresh, noon)).toBe('active')
  })

  test('expires to the millisecond', () => {
    const key = { ...fresh, expiresAt: noon }
    expect(keyState(key, noon - 1)).toBe('active')
    expect(keyState(key, noon)).toBe('expired')
  })

  test('ends with its user', () => {
    expect(keyState({ ...fresh, deactivatedAt: noon }, noon)).toBe('user_deactivated')
  })

  test('that was revoked says so, whatever else ended it', () => {
    const key = { revokedAt: noon, expiresAt: noon - 1, deactivatedAt: noon }
    expect(keyState(key, noon)).toBe('revoked')
  })
})
