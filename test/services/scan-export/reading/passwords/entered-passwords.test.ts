import { describe, expect, test } from 'bun:test'
import { mkdirSync, renameSync, rmdirSync } from 'node:fs'
import { silentLog } from '../../../../../src/platform/log.ts'
import { problems } from '../../../../../src/reader/pages/problems.ts'
import type { ReadProcess } from '../../../../../src/reader/pages/read-process.ts'
import { scanReader } from '../../../../../src/services/scan-export/reading/jobs/reader.ts'
import { listKept } from '../../../../../src/services/scan-export/reading/passwords/file-passwords.ts'
import { findJob } from '../../../../../src/services/scan-export/scans/reading-rows.ts'
import { scanService, type ScanService } from '../../../../support/scan-service.ts'
import { until } from '../../../../support/temporary-database.ts'
import { readAll } from '../jobs/given-answers.ts'
import { addStatement, keepOne, locked, passwordsOf, secret } from './locked-files.ts'

describe('what somebody entered', () => {
  const file = { userId: 'ravi', hash: 'a' }

  test('is kept as an owner said, also when its pages were opened with it meanwhile', async () => {
    await using service = scanService()
    const passwords = passwordsOf(service)
    passwords.give(file, secret, 'owner')
    passwords.give(file, secret)
    await passwords.opened(file, secret, '')
    expect(await passwords.kept('ravi')).toEqual([secret])
  })

  test('is kept only when it is what opened the file', async () => {
    await using service = scanService()
    const passwords = passwordsOf(service)
    passwords.give(file, 'guessed', 'owner')
    passwords.give(file, secret)
    await passwords.opened(file, secret, '')
    expect(await passwords.kept('ravi')).toEqual([])
  })

  test('stays when an older one did not open the file', async () => {
    await using service = scanService()
    const passwords = passwordsOf(service)
    passwords.give(file, 'guessed')
    passwords.give(file, secret)
    passwords.takeBack(file, 'guessed')
    expect(passwords.given(file)).toBe(secret)
    passwords.takeBack(file, secret)
    expect(passwords.given(file)).toBeUndefined()
  })

  test('while a file was read stays, whatever it was read with', async () => {
    await using service = scanService()
    const passwords = passwordsOf(service)
    const { id: _, ...own } = await addStatement(service)
    passwords.give(own, 'guessed')
    const meanwhile: ReadProcess = {
      read: (path, ...asked) => {
        passwords.give(own, secret)
        return locked().read(path, ...asked)
      },
    }
    await readAll(service, meanwhile, passwords)
    expect(passwords.given(own)).toBe(secret)
  })
})

describe('a key that cannot be read', () => {
  test('lets only what needs it wait, which is read by itself once it can be', async () => {
    await using service = scanService()
    const passwords = passwordsOf(service)
    await keepOne(service, passwords)
    const letGo = hold(service)
    const waits = await addStatement(service)
    const stranger = await addStatement(service, 'meena')
    const reader = scanReader(service.deps, locked(), passwords, silentLog)
    reader.start()
    await until(() => reader.putOff().size > 0 && service.scan(stranger.id).status === 'failed')
    expect(reader.putOff().get(waits.id)?.reason).toMatch(
      /secret\.key in the data directory, cannot be read/,
    )
    expect(service.scan(stranger.id).failureReason).toBe(problems.password)
    expect(findJob(service.database.read).get({ scanId: waits.id })?.tries).toBe(0)
    letGo()
    await until(() => service.scan(waits.id).raw !== null)
    await reader.stop()
    expect([service.scan(waits.id).failureReason, reader.putOff().size]).toEqual([null, 0])
  })

  test('does not hold up a file whose own password somebody enters meanwhile', async () => {
    await using service = scanService()
    const passwords = passwordsOf(service)
    await keepOne(service, passwords)
    const letGo = hold(service)
    const waits = await addStatement(service)
    const reader = scanReader(service.deps, locked(), passwords, silentLog)
    reader.start()
    await until(() => reader.putOff().has(waits.id))
    passwords.give(waits, secret)
    await until(() => service.scan(waits.id).raw !== null)
    await reader.stop()
    letGo()
    expect(reader.putOff().size).toBe(0)
  })

  test('keeps nobody from reading what a password opened, and that is kept later', async () => {
    await using service = scanService()
    const passwords = passwordsOf(service)
    await keepOne(service, passwords)
    const letGo = hold(service)
    const file = await addStatement(service)
    passwords.give(file, secret, 'owner')
    const next = await addStatement(service, 'meena')
    passwords.give(next, secret, 'owner')
    await readAll(service, locked(), passwords)
    expect(service.scan(next.id).raw).toContain('STATE BANK')
    expect(listKept(service.database.read).all()).toHaveLength(1)
    letGo()
    expect(await passwords.kept('meena')).toEqual([secret])
  })
})

/** As another program holds it: what stands in its place cannot be read as a file. */
function hold({ dir: { secretKey } }: ScanService) {
  renameSync(secretKey, `${secretKey}.held`)
  mkdirSync(secretKey)
  return function letGo() {
    rmdirSync(secretKey)
    renameSync(`${secretKey}.held`, secretKey)
  }
}
