import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { quickHash } from '../../console/api/paced.ts'
import { signIn, type SignInDeps } from '../../../src/accounts/entry/sign-in.ts'
import { setUp } from '../../../src/accounts/users/set-up.ts'
import { history } from '../../../src/accounts/tables.ts'
import { secretsIn } from '../../../src/platform/secrets.ts'
import { refusedSignIns, countedTries } from '../../../src/accounts/sessions/guessing.ts'
import { addUser, deactivateUser } from '../../../src/accounts/users/users.ts'
import { changePassword } from '../../../src/accounts/users/passwords.ts'
import {
  codeOf,
  dayMs,
  noon,
  setClock,
  temporaryDatabase,
  type SetClock,
  type TemporaryDatabase,
} from '../../support/temporary-database.ts'

const email = 'boss@example.com'
const password = 'violet kettle 9'

let open: TemporaryDatabase
let clock: SetClock
let deps: SignInDeps

beforeEach(async () => {
  open = temporaryDatabase()
  clock = setClock()
  deps = {
    database: open.database,
    clock,
    tries: countedTries(),
    refused: refusedSignIns(),
    secrets: secretsIn(open.dir.secretKey),
  }
  const owner = { email, name: 'Boss', passwordHash: await quickHash(password) }
  await open.database.write((conn) => setUp(conn, { organisation: 'Test', owner }, noon))
})

afterEach(() => open[Symbol.asyncDispose]())

type Input = { email?: string; password?: string; address?: string; device?: string | undefined }

function sign(input: Input = {}) {
  const { address = 'a', device, ...given } = input
  return signIn(deps, { email, password, ...given, visitor: { address, userAgent: '', device } })
}

const recorded = () =>
  open.database.read.select().from(history).where(eq(history.action, 'sign-in refused')).all()
    .length

describe('signing in', () => {
  test('works again once the wait after wrong tries is over', async () => {
    for (let n = 0; n < 5; n++) expect(await codeOf(sign({ password: 'x' }))).toBe('unauthorized')
    expect(await codeOf(sign())).toBe('rate_limited')
    clock.pass(1000)
    expect(await sign()).toMatchObject({ id: expect.any(String) })
  })

  test('counts wrong tries of an e-mail address that nobody has just the same', async () => {
    const nobody = { email: 'nobody@example.com' }
    for (let n = 0; n < 5; n++) expect(await codeOf(sign(nobody))).toBe('unauthorized')
    expect(await codeOf(sign(nobody))).toBe('rate_limited')
    expect(await codeOf(sign({ email: ' NOBODY@example.com ' }))).toBe('rate_limited')
  })

  test('of a deactivated user counts as a wrong try, also with the right password', async () => {
    const second = { email: 'second@example.com', name: 'S', role: 'owner' as const }
    await open.database.write((conn) => {
      addUser(conn, { ...second, passwordHash: 'hash' }, noon)
      deactivateUser(conn, email, noon)
    })
    for (let n = 0; n < 5; n++) expect(await codeOf(sign())).toBe('unauthorized')
    expect(await codeOf(sign())).toBe('rate_limited')
    expect(recorded()).toBe(5)
  })

  test('fails when the password was changed while it was checked', async () => {
    const signing = sign()
    await open.database.write((conn) => changePassword(conn, email, 'another hash', noon))
    expect(await codeOf(signing)).toBe('unauthorized')
  })

  test('that is refused is part of account history, as is the address', async () => {
    await codeOf(sign({ password: 'x', address: '192.168.1.9' }))
    const [entry] = open.database.read
      .select()
      .from(history)
      .where(eq(history.action, 'sign-in refused'))
      .all()
    expect(JSON.parse(entry?.details ?? '')).toEqual({ email, address: '192.168.1.9' })
    expect(JSON.stringify(entry)).not.toContain('"x"')
  })

  test('with an e-mail address that nobody has leaves only the address of the computer', async () => {
    await codeOf(sign({ email: 'violet@kettle9', address: '192.168.1.9' }))
    const [entry] = open.database.read
      .select()
      .from(history)
      .where(eq(history.action, 'sign-in refused'))
      .all()
    expect(JSON.parse(entry?.details ?? '')).toEqual({ address: '192.168.1.9' })
  })

  test('that has to wait is not: it cannot fill the book', async () => {
    for (let n = 0; n < 30; n++) await codeOf(sign({ password: 'x' }))
    expect(recorded()).toBe(5)
  })
})

describe('strangers who try passwords', () => {
  test('do not keep a user out at a device where it has signed in before', async () => {
    const { device } = await sign()
    await besiege(email)
    expect(await codeOf(sign({ address: 'c' }))).toBe('rate_limited')
    for (let n = 0; n < 10; n++) expect(await sign({ device })).toMatchObject({ device })
  })

  test('are not held up less by the cookie of another account, or of another password', async () => {
    const second = { email: 'second@example.com', name: 'S', role: 'owner' as const }
    const passwordHash = await quickHash(password)
    await open.database.write((conn) => addUser(conn, { ...second, passwordHash }, noon))
    const { device: ofSecond } = await sign({ email: second.email })
    const { device: ofBefore } = await sign()
    const another = await quickHash(password)
    await open.database.write((conn) => changePassword(conn, email, another, noon))
    for (const device of [ofSecond, ofBefore, ofSecond, ofBefore, ofBefore]) {
      expect(await codeOf(sign({ password: 'x', device }))).toBe('unauthorized')
    }
    expect(await codeOf(sign({ device: ofSecond }))).toBe('rate_limited')
    expect(await codeOf(sign({ device: ofBefore }))).toBe('rate_limited')
  })

  test('are told the same, and wait as long, for an account that nobody has', async () => {
    const outcomes = await outcomesOf(email)
    expect(outcomes).toEqual(await outcomesOf('nobody@example.com'))
    expect(new Set(outcomes).size).toBe(3)
  })

  test('learn nothing from the wait when the user comes in meanwhile', async () => {
    for (let n = 0; n < 6; n++) await codeOf(sign({ password: 'x' }))
    clock.pass(1000)
    await sign({ address: 'b' })
    expect(await codeOf(sign({ password: 'x' }))).toBe('rate_limited')
  })
})

describe('a known device', () => {
  test('has a few wrong tries of its own, and a right one ends its wait', async () => {
    const { device } = await sign()
    const tryWrong = () => codeOf(sign({ password: 'x', device }))
    for (let n = 0; n < 5; n++) expect(await tryWrong()).toBe('unauthorized')
    expect(await codeOf(sign({ device }))).toBe('rate_limited')
    expect(await sign()).toMatchObject({ id: expect.any(String) })
    clock.pass(1000)
    await sign({ device })
    expect(await tryWrong()).toBe('unauthorized')
  })
})

describe('refused sign-ins', () => {
  test('are recorded 200 times a day at most', () => {
    const refused = refusedSignIns()
    const countAt = (now: number) =>
      Array.from({ length: 300 }, () => refused.isRecorded('password', now)).filter(Boolean).length
    expect(countAt(noon)).toBe(200)
    expect(countAt(noon + dayMs - 1)).toBe(0)
    expect(countAt(noon + dayMs)).toBe(200)
  })

  test('leave room for wrong codes, which come after a right password', () => {
    const refused = refusedSignIns()
    for (let n = 0; n < 300; n++) refused.isRecorded('password', noon)
    expect(refused.isRecorded('code', noon)).toBe(true)
  })
})

/** Wrong tries from two addresses, so many that the account has to wait, and both addresses. */
async function besiege(tried: string): Promise<void> {
  for (const address of ['a', 'b']) {
    for (let n = 0; n < 10; n++) await codeOf(sign({ email: tried, password: 'x', address }))
    for (let n = 0; n < 15; n++) {
      deps.tries.begin({ account: `${n}@example.com`, address }, clock.now())
    }
    clock.pass(1000)
  }
}

/** What a stranger is told who goes on trying. */
async function outcomesOf(tried: string): Promise<unknown[]> {
  const outcomes: unknown[] = []
  for (let n = 0; n < 12; n++) {
    if (n === 8) clock.pass(1000)
    const outcome = await sign({ email: tried, password: 'x', address: tried }).catch(String)
    outcomes.push(outcome)
  }
  return outcomes
}
