import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBackup } from '../../../src/platform/backup/create-backup.ts'
import { verifyBackup } from '../../../src/platform/backup/unpack-backup.ts'
import { AppError } from '../../../src/platform/errors.ts'
import { fetchBackup, findSnapshot, keptNames } from '../../../src/platform/offsite/copies.ts'
import {
  copyOffsite,
  openOffsite,
  proveOffsite,
  shownOffsite,
  switchOff,
  switchOn,
} from '../../../src/platform/offsite/offsite.ts'
import { openPlace, readPlace, type PlaceAddress } from '../../../src/platform/offsite/place.ts'
import { recoveryKey } from '../../../src/platform/offsite/recovery-key.ts'
import { secretsIn } from '../../../src/platform/secrets.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { fakeS3, type FakeS3 } from '../../support/fake-s3.ts'
import { dayMs, errorOf, temporaryDatabase } from '../../support/temporary-database.ts'

let shop: Shop
let stick: string

beforeEach(async () => {
  shop = await openShop()
  stick = mkdtempSync(join(tmpdir(), 'daybook-stick-'))
})

afterEach(async () => {
  await shop.close()
  rmSync(stick, { recursive: true, force: true })
})

const folder = (): PlaceAddress => ({ kind: 'folder', path: stick })

function deps() {
  const { database, dir } = shop
  return { database, dir, secrets: secretsIn(dir.secretKey) }
}

async function backUp(now = Date.now()) {
  const { dir } = shop
  return await createBackup({ dir, organisation: 'Sharma Stores', madeBy: 'command', now })
}

/** Copies of two backups, made at these times by the clock. */
async function copyTwice(first: number, second: number) {
  await backUp(first)
  const key = await switchOn(deps(), { place: folder(), secret: '' })
  await copyOffsite(deps(), first)
  await backUp(second)
  await copyOffsite(deps(), second)
  return { key }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof AppError ? error.code : undefined
}

function filesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

describe('copies in a folder', () => {
  test('come back as the backup that was made', async () => {
    await shop.addScan({ bytes: 'a bill of Acme Traders' })
    await shop.addScan({ bytes: 'another bill' })
    const made = await backUp()
    const key = await switchOn(deps(), { place: folder(), secret: '' })
    const copied = await copyOffsite(deps(), Date.now())
    const place = openPlace(folder(), '')
    const file = join(stick, 'fetched.tar')
    await fetchBackup(place, key, copied?.name ?? '', file)
    const manifest = await verifyBackup(shop.dir, file)
    expect(manifest).toEqual(await verifyBackup(shop.dir, made.file))
    expect(manifest.files.length).toBe(3)
  })

  test('say nothing of the shop to who has no key', async () => {
    await shop.addScan({ bytes: 'a bill of Acme Traders', filename: 'acme.pdf' })
    const { name } = await backUp()
    await switchOn(deps(), { place: folder(), secret: '' })
    await copyOffsite(deps(), Date.now())
    for (const file of filesIn(stick)) {
      const text = readFileSync(file).toString('latin1')
      for (const told of ['Acme', 'acme', 'SQLite', name]) expect(text).not.toContain(told)
    }
  })

  test('take documents once: the next copy writes but what is new', async () => {
    const bytes = Buffer.from(crypto.getRandomValues(new Uint8Array(40_000))).toString('hex')
    await shop.addScan({ bytes })
    await backUp()
    await switchOn(deps(), { place: folder(), secret: '' })
    const first = await copyOffsite(deps(), Date.now())
    await shop.addScan({ bytes: 'a small one' })
    await backUp()
    const second = await copyOffsite(deps(), Date.now())
    expect((first?.written ?? 0) - (second?.written ?? 0)).toBeGreaterThan(35_000)
  })

  test('are not made anew of a backup that is there already', async () => {
    await backUp()
    await switchOn(deps(), { place: folder(), secret: '' })
    await copyOffsite(deps(), Date.now())
    expect(await copyOffsite(deps(), Date.now())).toBeUndefined()
  })

  test('that were cut off are no copies, and the next try goes on', async () => {
    await shop.addScan({ bytes: 'a bill' })
    await backUp()
    const key = await switchOn(deps(), { place: folder(), secret: '' })
    const stopped = AbortSignal.abort(new Error('stopped'))
    await errorOf(copyOffsite(deps(), Date.now(), stopped))
    expect(codeOf(await errorOf(findSnapshot(openPlace(folder(), ''), key)))).toBe('not_found')
    expect(await copyOffsite(deps(), Date.now())).toBeDefined()
    expect((await proveOffsite(deps(), Date.now())).files).toBe(1)
  })

  test('with a damaged piece are found by the proof, and mended by the next copy', async () => {
    await shop.addScan({ bytes: 'a bill' })
    await backUp()
    await switchOn(deps(), { place: folder(), secret: '' })
    await copyOffsite(deps(), Date.now())
    const [file = ''] = filesIn(join(stick, 'pieces'))
    const bytes = readFileSync(file)
    bytes[20] = (bytes[20] ?? 0) ^ 1
    writeFileSync(file, bytes)
    expect(codeOf(await errorOf(proveOffsite(deps(), Date.now())))).toBe('invalid_request')
    expect(shownOffsite(shop.database.read)?.state.problem).toContain('is damaged')
    expect(await copyOffsite(deps(), Date.now())).toBeDefined()
    expect((await proveOffsite(deps(), Date.now())).files).toBe(1)
    expect(shownOffsite(shop.database.read)?.state.problem).toBeNull()
  })

  test('go on beside files that systems leave everywhere, and a damaged list', async () => {
    await backUp()
    await switchOn(deps(), { place: folder(), secret: '' })
    await copyOffsite(deps(), Date.now())
    const [snapshot = ''] = filesIn(join(stick, 'snapshots'))
    writeFileSync(snapshot, 'cut off')
    for (const name of ['desktop.ini', '.DS_Store', '._2026-11-22'])
      writeFileSync(join(stick, 'snapshots', name), 'x')
    await backUp(Date.now() + 60_000)
    expect(await copyOffsite(deps(), Date.now())).toBeDefined()
    expect((await proveOffsite(deps(), Date.now())).name).toContain('/00000002.')
  })

  test('of a clock that was behind are the newest all the same, and stay', async () => {
    const { key } = await copyTwice(Date.now(), Date.UTC(2010, 0, 1))
    const name = await findSnapshot(openPlace(folder(), ''), key)
    expect(name).toContain('/00000002.2010-01-01')
  })

  test('are not made by two Daybooks in one place: the one that was named last goes on', async () => {
    await backUp()
    const { text } = await switchOn(deps(), { place: folder(), secret: '' })
    await using other = temporaryDatabase(Date.now())
    const others = { ...other, secrets: secretsIn(other.dir.secretKey) }
    await switchOn(others, { place: folder(), secret: '', keyText: text })
    const refused = await errorOf(copyOffsite(deps(), Date.now()))
    expect(codeOf(refused)).toBe('conflict')
    expect(shownOffsite(shop.database.read)?.state.problem).toStartWith('Another Daybook copies')
  })

  test('are not written beside a disk that is not plugged in', async () => {
    await backUp()
    await switchOn(deps(), { place: folder(), secret: '' })
    rmSync(stick, { recursive: true })
    mkdirSync(stick)
    expect(codeOf(await errorOf(copyOffsite(deps(), Date.now())))).toBe('unavailable')
    expect(readdirSync(stick)).toEqual([])
    expect(shownOffsite(shop.database.read)?.state.problem).toContain('is the disk plugged in')
  })
})

describe('the key', () => {
  test('that was printed opens the copies on a bare machine', async () => {
    await backUp()
    const { text } = await switchOn(deps(), { place: folder(), secret: '' })
    await copyOffsite(deps(), Date.now())
    const typed = await recoveryKey(text.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o'))
    expect(await findSnapshot(openPlace(folder(), ''), typed)).toStartWith('snapshots/')
  })

  test('of another place opens nothing, and puts nothing beside', async () => {
    await switchOn(deps(), { place: folder(), secret: '' })
    expect(codeOf(await errorOf(switchOn(deps(), { place: folder(), secret: '' })))).toBe(
      'conflict',
    )
    const { text } = await openOffsite(deps()).then(({ key }) => key)
    await switchOff(deps())
    const again = await switchOn(deps(), { place: folder(), secret: '', keyText: text })
    expect(again.text).toBe(text)
  })

  test('with one wrong letter is refused before it is tried', async () => {
    const { text } = await switchOn(deps(), { place: folder(), secret: '' })
    const wrong = `${text.startsWith('7') ? '6' : '7'}${text.slice(1)}`
    expect(codeOf(await errorOf(recoveryKey(wrong)))).toBe('invalid_request')
    expect(codeOf(await errorOf(recoveryKey('')))).toBe('invalid_request')
  })

  test('is not on another computer: the place is named again', async () => {
    await backUp()
    await switchOn(deps(), { place: folder(), secret: '' })
    rmSync(shop.dir.secretKey)
    expect(codeOf(await errorOf(copyOffsite(deps(), Date.now())))).toBe('conflict')
  })
})

describe('copies in S3', () => {
  let s3: FakeS3

  beforeEach(() => {
    s3 = fakeS3()
  })

  afterEach(() => s3.stop())

  const bucket = () =>
    readPlace('s3://shop/daybook', { endpoint: s3.url, region: 'auto', accessKey: 'AK' })

  test('come back from there', async () => {
    await shop.addScan({ bytes: 'a bill' })
    const made = await backUp()
    const key = await switchOn(deps(), { place: bucket(), secret: 'secret' })
    const copied = await copyOffsite(deps(), Date.now())
    expect([...s3.keys()].every((name) => name.startsWith('daybook/'))).toBe(true)
    const file = join(stick, 'fetched.tar')
    await fetchBackup(openPlace(bucket(), 'secret'), key, copied?.name ?? '', file)
    expect(await verifyBackup(shop.dir, file)).toEqual(await verifyBackup(shop.dir, made.file))
  })

  test('that does not answer are a refusal, not a bug', async () => {
    await backUp()
    await switchOn(deps(), { place: bucket(), secret: 'secret' })
    s3.fail()
    expect(codeOf(await errorOf(copyOffsite(deps(), Date.now())))).toBe('unavailable')
  })

  test('need an access key', () => {
    expect(() => readPlace('s3://shop', {})).toThrow('--access-key')
  })
})

/** Of a snapshot of so many days ago. */
function nameOf(daysAgo: number): string {
  const time = Date.UTC(2026, 10, 25, 3) - daysAgo * dayMs
  const number = String(1_000 - daysAgo).padStart(8, '0')
  return `snapshots/${number}.${new Date(time).toISOString().replaceAll(':', '-')}`
}

describe('what is kept', () => {
  test('is a copy of each of the last days, weeks and months', () => {
    const names = Array.from({ length: 500 }, (_, day) => nameOf(day))
    const kept = keptNames(names)
    expect(kept.slice(0, 7)).toEqual(names.slice(0, 7))
    expect(kept.length).toBeGreaterThan(7 + 3 + 9)
    expect(kept.length).toBeLessThanOrEqual(7 + 5 + 12)
  })

  test('is what is there, after a long holiday', () => {
    const names = [nameOf(0), nameOf(90), nameOf(91)]
    expect(keptNames(names)).toEqual(names)
  })

  test('leaves no piece behind that no copy needs', async () => {
    await switchOn(deps(), { place: folder(), secret: '' })
    const id = await shop.addScan({ bytes: 'short-lived' })
    const first = Date.now() - 400 * dayMs
    await backUp(first)
    await copyOffsite(deps(), first)
    const before = filesIn(join(stick, 'pieces')).length
    expect(id).not.toBe('')
    for (let day = 0; day < 3; day++) {
      await backUp(first + (day + 1) * 60_000)
      await copyOffsite(deps(), first + day)
    }
    // Of one day only the newest copy stays: its database, its manifest and the document.
    expect(filesIn(join(stick, 'pieces')).length).toBe(before)
    expect(filesIn(join(stick, 'snapshots')).length).toBe(1)
    expect(existsSync(stick)).toBe(true)
  })
})
