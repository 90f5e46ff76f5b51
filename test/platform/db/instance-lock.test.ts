import { expect, test } from 'bun:test'
import {
  holderOf,
  isInstanceLocked,
  takeInstanceLock,
} from '../../../src/platform/db/instance-lock.ts'
import { firstLine } from '../../../scripts/first-line.ts'
import { temporaryDir } from '../../support/temporary-book.ts'

const source = JSON.stringify(
  Bun.fileURLToPath(new URL('../../../src/platform/db/instance-lock.ts', import.meta.url)),
)

test('the lock of a data directory is held once, and again after it was released', () => {
  using temporary = temporaryDir()
  const first = takeInstanceLock(temporary.dir.lock)
  expect(first).toBeDefined()
  expect(takeInstanceLock(temporary.dir.lock)).toBeUndefined()
  first?.release()
  const second = takeInstanceLock(temporary.dir.lock)
  expect(second).toBeDefined()
  second?.release()
})

test('asking whether a server runs does not take the lock', () => {
  using temporary = temporaryDir()
  expect(isInstanceLocked(temporary.dir.lock)).toBe(false)
  const lock = takeInstanceLock(temporary.dir.lock)
  expect(isInstanceLocked(temporary.dir.lock)).toBe(true)
  lock?.release()
  expect(isInstanceLocked(temporary.dir.lock)).toBe(false)
})

test('a lock names its holder, until it is released', () => {
  using temporary = temporaryDir()
  const lock = takeInstanceLock(temporary.dir.lock)
  expect(holderOf(temporary.dir.lock)).toBe(process.pid)
  expect(takeInstanceLock(temporary.dir.lock)).toBeUndefined()
  lock?.release()
  const again = takeInstanceLock(temporary.dir.lock)
  expect(again).toBeDefined()
  again?.release()
})

test('a process that is killed frees its lock, as kill -9 does', async () => {
  using temporary = temporaryDir()
  const holder = Bun.spawn(
    [
      process.execPath,
      '-e',
      `import { takeInstanceLock } from ${source}
       const state = takeInstanceLock(${JSON.stringify(temporary.dir.lock)}) === undefined ? 'refused' : 'held'
       // Nobody refers to the lock, and it is held all the same.
       Bun.gc(true)
       console.log(state)
       setInterval(() => undefined, 1000)`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  try {
    expect(await firstLine(holder.stdout)).toBe('held')
    expect(takeInstanceLock(temporary.dir.lock)).toBeUndefined()
    expect(holderOf(temporary.dir.lock)).toBe(holder.pid)
  } finally {
    holder.kill('SIGKILL')
    await holder.exited
  }
  // The file still names it, but it is no more.
  expect(holderOf(temporary.dir.lock)).toBeUndefined()
  const lock = takeInstanceLock(temporary.dir.lock)
  expect(lock).toBeDefined()
  lock?.release()
})
