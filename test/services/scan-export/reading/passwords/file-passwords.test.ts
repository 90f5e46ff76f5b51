import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { createBackup } from '../../../../../src/platform/backup/create-backup.ts'
import { restoreBackup } from '../../../../../src/platform/backup/restore-backup.ts'
import { openDatabaseForCommand } from '../../../../../src/platform/db/database.ts'
import { problems } from '../../../../../src/reader/pages/problems.ts'
import type { ReadProcess } from '../../../../../src/reader/pages/read-process.ts'
import { secretsIn } from '../../../../../src/platform/secrets.ts'
import {
  filePasswords,
  forgetKept,
  listKept,
} from '../../../../../src/services/scan-export/reading/passwords/file-passwords.ts'
import { retryScan } from '../../../../../src/services/scan-export/scans/change-scan.ts'
import { scanService } from '../../../../support/scan-service.ts'
import { codeOf, noon, temporaryDir } from '../../../../support/temporary-database.ts'
import { answered, readAll } from '../jobs/given-answers.ts'
import {
  addStatement,
  keepOne,
  locked,
  passwordsOf,
  refusal,
  secret,
  statement,
} from './locked-files.ts'

describe('a password that somebody entered', () => {
  test('opens the file, and is known for its pages while the server runs, but is not kept', async () => {
    await using service = scanService()
    const passwords = passwordsOf(service)
    const file = await addStatement(service)
    passwords.give(file, secret)
    await readAll(service, locked(), passwords)
    expect(service.scan(file.id).raw).toContain('STATE BANK')
    expect(await passwords.known(file)).toEqual([secret])
    expect(await passwordsOf(service).known(file)).toEqual([])
    expect(listKept(service.database.read).all()).toEqual([])
  })

  test('that is wrong is forgotten, and another one is asked for', async () => {
    await using service = scanService()
    const passwords = passwordsOf(service)
    const file = await addStatement(service)
    passwords.give(file, 'guessed', 'owner')
    await readAll(service, locked(), passwords)
    expect(service.scan(file.id).failureReason).toBe(problems['wrong password'])
    expect(await passwords.known(file)).toEqual([])
    expect(listKept(service.database.read).all()).toEqual([])
  })
})

describe('a password that an owner has kept', () => {
  test('is listed with the bank that was read, sealed, and opens the next file of that user', async () => {
    await using service = scanService()
    const passwords = passwordsOf(service)
    await keepOne(service, passwords)
    const [kept] = listKept(service.database.read).all()
    expect(kept).toMatchObject({ userId: 'ravi', keptBy: 'owner', bank: 'STATE BANK OF INDIA' })
    expect(kept?.sealed).not.toContain(secret)
    const next = await addStatement(service)
    const told: string[][] = []
    service.clock.pass(60_000)
    await readAll(service, locked(told), passwordsOf(service))
    expect(service.scan(next.id).raw).toContain('STATE BANK')
    expect(told).toEqual([[], [secret]])
    expect(listKept(service.database.read).all()[0]?.usedAt).toBe(noon + 60_000)
  })

  test('is neither told to a file that is not locked, nor to one of another user', async () => {
    await using service = scanService()
    const passwords = passwordsOf(service)
    await keepOne(service, passwords)
    const told: string[][] = []
    await addStatement(service)
    await readAll(
      service,
      {
        read(_file, context) {
          const { passwords: given }: { passwords: string[] } = JSON.parse(context)
          told.push(given)
          return Promise.resolve(answered({ documents: [statement], category: 'bank_entry' }))
        },
      },
      passwords,
    )
    const stranger = await addStatement(service, 'meena')
    await readAll(service, locked(told), passwords)
    expect(told).toEqual([[], []])
    expect(service.scan(stranger.id).failureReason).toBe(problems.password)
  })

  test('that does not open a file asks for its own', async () => {
    await using service = scanService()
    const passwords = passwordsOf(service)
    const file = await addStatement(service)
    passwords.give(file, secret, 'owner')
    await readAll(service, locked(), passwords)
    const other = await addStatement(service)
    const never: ReadProcess = {
      read(_file, context) {
        const { passwords: given }: { passwords: string[] } = JSON.parse(context)
        return Promise.resolve({ text: refusal(given) })
      },
    }
    await readAll(service, never, passwords)
    expect(service.scan(other.id).failureReason).toBe(problems.password)
    expect(listKept(service.database.read).all()).toHaveLength(1)
  })

  test('is kept once, however often it is entered', async () => {
    await using service = scanService()
    const passwords = passwordsOf(service)
    await keepOne(service, passwords)
    await keepOne(service, passwords)
    expect(listKept(service.database.read).all()).toHaveLength(1)
  })

  test('is forgotten by an owner, and then asked for again', async () => {
    await using service = scanService()
    const passwords = passwordsOf(service)
    const file = await keepOne(service, passwords)
    const [kept] = listKept(service.database.read).all()
    await forgetKept(service.deps, kept?.id ?? '', 'owner')
    expect(await codeOf(forgetKept(service.deps, kept?.id ?? '', 'owner'))).toBe('not_found')
    await retryScan(service.deps, file.id, 'owner')
    const told: string[][] = []
    await readAll(service, locked(told), passwordsOf(service))
    expect(told).toEqual([[]])
  })

  test('stays forgotten when the file that it opened is read once more', async () => {
    await using service = scanService()
    const passwords = passwordsOf(service)
    const file = await keepOne(service, passwords)
    const [kept] = listKept(service.database.read).all()
    await forgetKept(service.deps, kept?.id ?? '', 'owner')
    await retryScan(service.deps, file.id, 'owner')
    await readAll(service, locked(), passwords)
    expect(service.scan(file.id).raw).toContain('STATE BANK')
    expect(listKept(service.database.read).all()).toEqual([])
  })

  test('does not push out those that are used, when there are more than 20', async () => {
    await using service = scanService()
    const passwords = passwordsOf(service)
    const file = await addStatement(service)
    for (let n = 1; n <= 21; n++) {
      service.clock.pass(1000)
      passwords.give(file, `password ${n}`, 'owner')
      await passwords.opened(file, `password ${n}`, '')
      if (n === 19) await passwords.opened(file, 'password 1', '')
    }
    const kept = await passwords.kept('ravi')
    expect(kept).toHaveLength(20)
    expect([kept.includes('password 1'), kept.includes('password 2')]).toEqual([true, false])
  })
})

test('a backup holds neither the password nor the key, and where it is restored the password is asked for', async () => {
  await using service = scanService()
  const passwords = passwordsOf(service)
  await keepOne(service, passwords)
  const { dir } = service
  const input = { dir, organisation: undefined, madeBy: 'command' as const, now: noon }
  const backup = await createBackup(input)
  const bytes = readFileSync(backup.file)
  const key = readFileSync(dir.secretKey)
  expect(key).toHaveLength(32)
  expect([bytes.includes(secret), bytes.includes(key)]).toEqual([false, false])
  using elsewhere = temporaryDir()
  await restoreBackup({ dir: elsewhere.dir, file: backup.file, now: noon })
  const database = openDatabaseForCommand(elsewhere.dir, noon)
  const secrets = secretsIn(elsewhere.dir.secretKey)
  const restored = filePasswords({ database, clock: service.clock, secrets })
  const [row] = listKept(database.read).all()
  expect(row?.bank).toBe('STATE BANK OF INDIA')
  const isUsable = await restored.isUsable(row?.sealed ?? '')
  expect([isUsable, await restored.kept('ravi')]).toEqual([false, []])
  await database.close()
})
