import { expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { findDeviceProof, rememberedDevice } from '../../../src/accounts/sessions/guessing.ts'
import { nobodysHash } from '../../../src/accounts/sessions/passwords.ts'

const isKnown = (cookie: string | undefined, hash: string | null) =>
  findDeviceProof(cookie, hash) !== undefined

test('a device is known to the accounts that signed in there, until their password changes', () => {
  const cookie = rememberedDevice(rememberedDevice(undefined, 'hash of om'), 'hash of asha')
  expect(isKnown(cookie, 'hash of om')).toBe(true)
  expect(isKnown(cookie, 'hash of asha')).toBe(true)
  expect(isKnown(cookie, 'new hash of om')).toBe(false)
  expect(findDeviceProof(cookie, 'hash of om')).not.toBe(findDeviceProof(cookie, 'hash of asha'))
})

test('each device has a proof of its own, which another id makes worthless', () => {
  const [one, other] = [rememberedDevice(undefined, 'hash'), rememberedDevice(undefined, 'hash')]
  expect(findDeviceProof(one, 'hash')).not.toBe(findDeviceProof(other, 'hash'))
  const [id] = other.split('.')
  expect(isKnown(`${id}.${findDeviceProof(one, 'hash')}`, 'hash')).toBe(false)
})

test('signing in again leaves the cookie as it was, and the ninth account ends the first', () => {
  let cookie = rememberedDevice(undefined, 'hash 0')
  expect(rememberedDevice(cookie, 'hash 0')).toBe(cookie)
  for (let n = 1; n < 9; n++) cookie = rememberedDevice(cookie, `hash ${n}`)
  expect([0, 1, 8].map((n) => isKnown(cookie, `hash ${n}`))).toEqual([false, true, true])
})

test('nobody is known to an account without a password, nor to one that nobody has', () => {
  const id = 'x'.repeat(22)
  const proof = createHmac('sha256', nobodysHash).update(`device ${id}`).digest('base64url')
  const forged = `${id}.${proof}`
  expect(isKnown(forged, nobodysHash)).toBe(true)
  expect([isKnown(forged, null), isKnown(forged, '')]).toEqual([false, false])
})

test('what else stands in the cookie does not come back: it could break the answer, or say more in it', () => {
  const [id, proof] = rememberedDevice(undefined, 'hash').split('.')
  const others = ['x\r\ny', 'x; Domain=example.com', 'x'.repeat(42), 'x'.repeat(44)]
  const planted = [id, ...others, proof].join('.')
  expect(isKnown(planted, 'hash')).toBe(true)
  expect(rememberedDevice(planted, 'hash')).toBe(`${id}.${proof}`)
})

test.each([undefined, '', 'x', '.', 'x'.repeat(22), 'a.b.c', 'x'.repeat(5000), '.'.repeat(5000)])(
  'the cookie %p makes no device known, and another takes its place',
  (cookie) => {
    expect(isKnown(cookie, 'hash')).toBe(false)
    expect(isKnown(rememberedDevice(cookie, 'hash'), 'hash')).toBe(true)
  },
)
