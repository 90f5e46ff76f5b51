import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  openFolder,
  openInside,
  requireApart,
} from '../../../../src/platform/disk/opened-folder.ts'
import { silentLog } from '../../../../src/platform/log.ts'
import {
  bytesOf,
  FileChanged,
  filesIn,
  type FolderState,
  lookInto,
  neverSeen,
  putAway,
} from '../../../../src/services/scan-export/folders/watch-folders.ts'
import { scans } from '../../../../src/services/scan-export/tables.ts'
import { scanService, type ScanService } from '../../../support/scan-service.ts'
import { errorOf, refusalOf } from '../../../support/temporary-database.ts'
import { addUser } from '../../../../src/accounts/users/users.ts'

/* A folder of others, who exchange what is in it while Daybook works there; and folders that only a foreign book names. */

setDefaultTimeout(120_000)

const isLinux = process.platform === 'linux'
const hasPipes = process.platform !== 'win32'

let service: ScanService
let root: string
let path: string
let elsewhere: string
let userId: string

beforeEach(async () => {
  service = scanService()
  root = realpathSync(mkdtempSync(join(tmpdir(), 'daybook-hostile-')))
  path = join(root, 'watched')
  elsewhere = join(root, 'elsewhere')
  mkdirSync(path)
  mkdirSync(elsewhere)
  const user = { email: 'meena@example.com', name: 'Meena', role: 'member' } as const
  userId = await service.database.write((conn) =>
    addUser(conn, { ...user, passwordHash: null }, Date.now()),
  )
})

afterEach(async () => {
  rmSync(root, { recursive: true, force: true })
  await service[Symbol.asyncDispose]()
})

async function look(at: string, times: number): Promise<FolderState> {
  const deps = { ...service.deps, log: silentLog, dataRoot: service.dir.root }
  let state = neverSeen
  for (let n = 0; n < times; n++) {
    state = await lookInto(deps, { id: 'one', path: at, userId, category: 'vendor_invoice' }, state)
  }
  return state
}

/** Every file below a folder, with what is in it. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => `${file}: ${Bun.SHA256.hash(readFileSync(file), 'hex')}`)
    .toSorted()
}

describe('a folder that is, holds or lies in the data directory', () => {
  test.each([
    ['the data directory', (data: string) => data],
    ['a folder in it', (data: string) => join(data, 'documents')],
    ['the folder above it', (data: string) => join(data, '..')],
    ['a way back to it', (data: string) => `${data}/documents/..`],
  ])('is refused at each look, and nothing in it is moved: %s', async (_, of) => {
    const data = realpathSync(service.dir.root)
    writeFileSync(join(data, 'bill.pdf'), '%PDF-1.7 bill')
    mkdirSync(join(data, 'documents'), { recursive: true })
    const before = readdirSync(data, { recursive: true }).toSorted()
    const { problem } = await look(of(data), 3)
    expect(problem).toMatch(/Daybook’s own data|leads to another folder/)
    expect(readdirSync(data, { recursive: true }).toSorted()).toEqual(before)
    expect(existsSync(join(of(data), 'read'))).toBe(false)
    expect(service.database.read.select().from(scans).all()).toEqual([])
  })

  test('is known by whatever way one comes to it', async () => {
    const data = join(root, 'data')
    mkdirSync(join(data, 'documents/ab'), { recursive: true })
    symlinkSync(data, join(root, 'link'))
    symlinkSync(join(data, 'documents'), join(elsewhere, 'link'))
    for (const folder of ['data', 'link', '.', 'link/documents/ab', 'elsewhere/link', 'link/..']) {
      const { message } = await refusalOf(() => requireApart(data, `${root}/${folder}`))
      expect(`${folder}: ${message}`).toContain('Daybook’s own data')
    }
    mkdirSync(join(root, 'data-of-others'))
    for (const folder of ['data-of-others', 'elsewhere', 'watched']) {
      await requireApart(data, `${root}/${folder}`)
      await requireApart(join(root, 'link'), `${root}/${folder}`)
    }
  })
})

describe('a folder that is open', () => {
  test.if(isLinux)('is worked in wherever its path leads meanwhile', async () => {
    await using opened = await openFolder(path)
    await using failed = await openInside(opened, 'failed')
    renameSync(path, join(root, 'moved'))
    symlinkSync(elsewhere, path)
    writeFileSync(failed.at('reason.txt'), 'why')
    expect(readdirSync(elsewhere)).toEqual([])
    expect(readdirSync(join(root, 'moved/failed'))).toEqual(['reason.txt'])
  })

  test('is none where a link leads to it, or lies on the way', async () => {
    mkdirSync(join(elsewhere, 'inside'))
    symlinkSync(elsewhere, join(root, 'link'))
    for (const way of ['link', 'link/inside']) {
      const { message } = await refusalOf(() => openFolder(join(root, way)))
      expect(message).toContain('leads to another folder')
    }
    symlinkSync(elsewhere, join(path, 'failed'))
    await using opened = await openFolder(path)
    const { message } = await refusalOf(() => openInside(opened, 'failed'))
    expect(message).toContain('failed is a link')
  })
})

describe('what took the place of a file', () => {
  const stamp = { bytes: 6, modifiedMs: 1 }

  test.each([
    ['a link', () => symlinkSync(join(elsewhere, 'secret.pdf'), join(path, 'bill.pdf'))],
    ['a folder', () => mkdirSync(join(path, 'bill.pdf'))],
    ['another file', () => writeFileSync(join(path, 'bill.pdf'), 'others')],
    ['nothing', () => undefined],
    ...(hasPipes
      ? ([['a pipe', () => Bun.spawnSync(['mkfifo', join(path, 'bill.pdf')])]] as const)
      : []),
  ])('is neither read nor moved: %s', async (_, put) => {
    writeFileSync(join(elsewhere, 'secret.pdf'), 'secret')
    put()
    await using opened = await openFolder(path)
    const file = { name: 'bill.pdf', stamp }
    expect(await errorOf(() => bytesOf(opened, file.name, stamp))).toBeInstanceOf(FileChanged)
    const moving = () => putAway(opened, file, 'failed', 'It is no document.')
    expect(await errorOf(moving)).toBeInstanceOf(FileChanged)
    expect(readdirSync(join(path, 'failed'))).toEqual([])
  })

  test.if(hasPipes)('is no document when it is a pipe or a link from the first', async () => {
    Bun.spawnSync(['mkfifo', join(path, 'pipe.pdf')])
    symlinkSync(join(elsewhere, 'secret.pdf'), join(path, 'link.pdf'))
    await using opened = await openFolder(path)
    expect(await filesIn(opened)).toEqual([])
    expect((await look(path, 3)).problem).toBeNull()
    expect(readdirSync(path).toSorted()).toEqual(['link.pdf', 'pipe.pdf'])
  })
})

/** Rounds in which all files that are put there are moved away. */
const rounds = 30

test.if(isLinux)(
  'while links are exchanged in a loop nothing is written or read outside, and no file is lost',
  async () => {
    writeFileSync(join(elsewhere, 'secret.pdf'), '%PDF-1.7 secret')
    const before = filesBelow(elsewhere)
    const exchanger = Bun.spawn(
      [process.execPath, join(import.meta.dir, 'exchange-links.child.ts'), path, elsewhere],
      { stdout: 'pipe' },
    )
    try {
      await exchanger.stdout.getReader().read()
      for (let round = 0; round < rounds; round++) {
        for (let n = 0; n < 10; n++) writeFileSync(join(path, `empty ${round} ${n}.pdf`), '')
        await look(path, 3)
      }
    } finally {
      exchanger.kill()
      await exchanger.exited
    }
    expect(filesBelow(elsewhere)).toEqual(before)
    expect(service.database.read.select().from(scans).all()).toEqual([])
    const left = filesBelow(path).filter((file) => /empty \d+ \d+( \(\d+\))?\.pdf:/.test(file))
    expect(left).toHaveLength(rounds * 10)
  },
)
