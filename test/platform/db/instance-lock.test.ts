import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import {
  holdersOf,
  isHeldFor,
  takeLock,
  type LockKind,
} from '../../../src/platform/db/instance-lock.ts'
import { firstLine } from '../../../src/platform/own-program.ts'
import { codeForReader } from '../../support/read-only.ts'
import { temporaryDir, turns } from '../../support/temporary-database.ts'

const source = JSON.stringify(
  Bun.fileURLToPath(new URL('../../../src/platform/db/instance-lock.ts', import.meta.url)),
)

const kinds: readonly LockKind[] = ['shared', 'server', 'exclusive']

describe('a lock', () => {
  test('that keeps others off is refused to whoever can only read its file, which SQLite would let everybody have', async () => {
    using temporary = temporaryDir()
    const { lock: file } = temporary.dir
    takeLock(file, 'server', 'first')?.release()
    const take = `imported.takeLock(${JSON.stringify(file)}, 'server', 'second')`
    expect(await codeForReader(file, 'platform/db/instance-lock.ts', take)).toStartWith(
      'SQLITE_READONLY',
    )
  })

  test.each([
    ['shared', ['shared', 'server']],
    ['server', ['shared']],
    ['exclusive', []],
  ] as const)(
    'that is %s bears %j beside it, of this process and of another',
    async (kind, beside) => {
      using temporary = temporaryDir()
      const { lock: file } = temporary.dir
      const lock = takeLock(file, kind, 'first')
      const here = kinds.filter((other) => {
        const second = takeLock(file, other, 'second')
        second?.release()
        return second !== undefined
      })
      expect(here).toEqual([...beside])
      const there = []
      for (const other of kinds) if (await isHad(file, other)) there.push(other)
      expect(there).toEqual([...beside])
      lock?.release()
      takeLock(file, 'exclusive', 'third')?.release()
    },
  )

  test('says who holds it and what for, and nothing once it is released', () => {
    using temporary = temporaryDir()
    const { lock: file } = temporary.dir
    const serving = takeLock(file, 'server', 'serve')
    const importing = takeLock(file, 'shared', 'import')
    expect(holdersOf(file).split(' and ').toSorted()).toEqual([
      `"daybook import" (process ${process.pid})`,
      `"daybook serve" (process ${process.pid})`,
    ])
    serving?.release()
    expect([isHeldFor(file, 'serve'), isHeldFor(file, 'import')]).toEqual([false, true])
    importing?.release()
    expect(holdersOf(file)).toBe('another program')
    expect(readdirSync(temporary.dir.root).filter((name) => name.startsWith('instance'))).toEqual([
      'instance.lock',
    ])
  })

  test('becomes another kind when nobody is in the way, and is free otherwise', () => {
    using temporary = temporaryDir()
    const { lock: file } = temporary.dir
    const lock = takeLock(file, 'shared', 'import')
    expect(lock?.retake('exclusive')).toBe(true)
    expect(takeLock(file, 'shared', 'export')).toBeUndefined()
    expect(lock?.retake('shared')).toBe(true)
    const other = takeLock(file, 'shared', 'export')
    expect(lock?.retake('exclusive')).toBe(false)
    expect(holdersOf(file)).toBe(`"daybook export" (process ${process.pid})`)
    expect(other?.retake('exclusive')).toBe(true)
    other?.release()
  })
})

test('a process that is killed frees its lock, as kill -9 does, and its name goes with the next holder', async () => {
  using temporary = temporaryDir()
  const { lock: file } = temporary.dir
  const holder = inOtherProcess(file, 'exclusive', 'setInterval(() => undefined, 1000)')
  try {
    expect(await firstLine(holder.stdout)).toBe('had')
    expect(takeLock(file, 'shared', 'import')).toBeUndefined()
    expect(holdersOf(file)).toBe(`"daybook other" (process ${holder.pid})`)
  } finally {
    holder.kill('SIGKILL')
    await holder.exited
  }
  expect(holdersOf(file)).toBe('another program')
  const lock = takeLock(file, 'exclusive', 'restore')
  expect(lock).toBeDefined()
  expect(readdirSync(temporary.dir.root).filter((name) => name.includes('.other.'))).toEqual([])
  lock?.release()
})

async function isHad(file: string, kind: LockKind): Promise<boolean> {
  const other = inOtherProcess(file, kind, '')
  const state = await firstLine(other.stdout)
  await other.exited
  return state === 'had'
}

test('a process that is killed while it takes a lock leaves nothing that others would have to clear away', async () => {
  using temporary = temporaryDir()
  const { lock: file } = temporary.dir
  const again = `for (;;) takeLock(${JSON.stringify(file)}, 'server', 'again')?.release()`
  for (let kill = 0; kill < 10; kill++) {
    const child = inOtherProcess(file, 'shared', again)
    await firstLine(child.stdout)
    await turns(kill)
    child.kill('SIGKILL')
    await child.exited
    expect(existsSync(`${file}-journal`)).toBe(false)
  }
})

/** Nobody there refers to the lock, and it is held all the same. */
function inOtherProcess(file: string, kind: LockKind, then: string) {
  const script = `
    import { takeLock } from ${source}
    const state = takeLock(${JSON.stringify(file)}, '${kind}', 'other') === undefined ? 'refused' : 'had'
    Bun.gc(true)
    console.log(state)
    ${then}`
  return Bun.spawn([process.execPath, '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
}
