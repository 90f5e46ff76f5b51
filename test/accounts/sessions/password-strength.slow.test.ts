import { describe, expect, test } from 'bun:test'
import { dictionary } from '@zxcvbn-ts/language-common'
import { listIn } from '../../../src/accounts/sessions/known-words.ts'
import { localWords } from '../../../src/accounts/sessions/password-strength.ts'
import {
  checkedNewPassword,
  hashPassword,
  isPassword,
  nobodysHash,
} from '../../../src/accounts/sessions/passwords.ts'
import { refusalOf } from '../../support/temporary-database.ts'

const shop = { organisation: 'Acme Stores', email: 'meena.rao@example.com', name: 'Meena Rao' }

test('is judged by all that the library knows', () => {
  expect(listIn('passwords.json.mjs')).toEqual(dictionary['passwords-common'])
  expect(listIn('diceware.json.mjs')).toEqual(dictionary['diceware-common'])
})

describe('a new password', () => {
  test.each([
    'violet kettle 9',
    'monsoonkettle',
    'zq8#kfP0vwx',
    'मीठा पानी और रास्ता',
    'four words of nonsense',
    '%^&;*)$(+~#',
    'acme violet kettle',
    'x7'.repeat(5) + 'kq4',
  ])('%s is good', async (password) => {
    expect(await checkedNewPassword(password, shop)).toBe(password)
  })

  test.each([
    'password123',
    'P@ssw0rd123',
    'Passw0rd!!',
    '1234567890',
    '9876543210',
    '0987654321',
    '15081947150',
    'qwertyuiop',
    'qwerty12345',
    '1q2w3e4r5t',
    '1qaz2wsx3edc',
    'aaaaaaaaaa',
    'abababababab',
    'abcabcabcabc',
    'Welcome@123',
    'Admin@12345',
    'iloveindia1',
    'Jai Shri Ram 1',
    'tallyprime9',
    'Summer2024!',
    'password admin',
    'PASSWORDPASSWORD',
  ])('%s is what is tried first', async (password) => {
    const refusal = await refusalOf(checkedNewPassword(password, shop))
    expect(refusal.message).toContain('first that anybody would try')
    expect(refusal.details['field']).toBe('password')
  })

  test.each([
    'acmestores1',
    'AcmeStores2026',
    'meena.rao@example.com',
    'Stores@Acme#7',
    'ACME STORES!!!',
  ])('%s is made of what everybody knows of its owner', async (password) => {
    const refusal = await refusalOf(checkedNewPassword(password, shop))
    expect(refusal.message).toContain('your name, e-mail address or organisation')
  })

  test('has 10 to 200 characters', async () => {
    expect(await checkedNewPassword('zq8#kfP0vw')).toBe('zq8#kfP0vw')
    expect((await refusalOf(checkedNewPassword('zq8#kfP0v'))).message).toContain('10 to 200')
    const long = 'violet kettle '.repeat(20)
    expect(await checkedNewPassword(long.slice(0, 200))).toHaveLength(200)
    expect((await refusalOf(checkedNewPassword(long))).message).toContain('10 to 200')
  })

  test('is compared with words in the form in which they are kept', () => {
    expect(localWords.filter((word) => !/^[a-z]{3,}$/.test(word))).toEqual([])
  })
})

describe('the hash of a password', () => {
  test('is argon2id, salted, and opens for this password alone', async () => {
    const [one, other] = [
      await hashPassword('violet kettle 9'),
      await hashPassword('violet kettle 9'),
    ]
    expect(one).toStartWith('$argon2id$')
    expect(one).not.toBe(other)
    expect(await isPassword('violet kettle 9', one)).toBe(true)
    expect(await isPassword('violet kettle 8', one)).toBe(false)
    expect(await isPassword('', one)).toBe(false)
  })

  test('does not depend on how a keyboard puts accents together', async () => {
    const [composed, apart] = ['café crème et thé', 'café crème et thé'.normalize('NFD')]
    expect(composed).not.toBe(apart)
    expect(await checkedNewPassword(apart)).toBe(composed)
    expect(await isPassword(apart, await hashPassword(composed))).toBe(true)
    expect(await isPassword(composed, await hashPassword(apart))).toBe(true)
  })

  test('that nobody has costs as much to check as every other', async () => {
    expect(costOf(nobodysHash)).toEqual(costOf(await hashPassword('violet kettle 9')))
    expect(lengthsOf(nobodysHash)).toEqual(lengthsOf(await hashPassword('violet kettle 9')))
  })

  test('of somebody without a password never opens', async () => {
    for (const tried of ['', 'violet kettle 9']) {
      expect(await isPassword(tried, null)).toBe(false)
      expect(await isPassword(tried, '')).toBe(false)
    }
  })

  test('is computed a few at a time, and a flood of them is refused', async () => {
    const tries = Array.from({ length: 30 }, () => isPassword('violet kettle 9', null))
    const outcomes = await Promise.allSettled(tries)
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(8)
    expect(await isPassword('violet kettle 9', await hashPassword('violet kettle 9'))).toBe(true)
  })

  test('is computed first for who is known, and a flood of strangers keeps nobody else out', async () => {
    const hash = await hashPassword('violet kettle 9')
    const ended: string[] = []
    const ask = async (asker: 'known' | 'stranger') => {
      await isPassword('violet kettle 9', hash, asker)
      ended.push(asker)
    }
    const strangers = Array.from({ length: 30 }, () => ask('stranger'))
    await Promise.allSettled([...strangers, ask('known')])
    expect(ended).toHaveLength(23)
    // Two were under way, and as many may end before it.
    expect(ended.indexOf('known')).toBeLessThan(4)
  })
})

function costOf(hash: string): string[] {
  return hash.split('$').slice(0, 4)
}

function lengthsOf(hash: string): number[] {
  return hash.split('$').map((part) => part.length)
}
