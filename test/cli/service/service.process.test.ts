import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { installedService } from '../../../src/cli/service/service.ts'
import type { ServiceManager } from '../../../src/cli/service/definition.ts'
import { servingWord } from '../../../src/platform/db/database.ts'
import { takeLock, type InstanceLock } from '../../../src/platform/db/instance-lock.ts'
import { makeDataDir } from '../../../src/platform/disk/data-dir.ts'
import { temporaryDir } from '../../support/temporary-database.ts'
import { runDaybook } from '../run-daybook.ts'

let temporary: ReturnType<typeof temporaryDir>

beforeEach(() => {
  temporary = temporaryDir()
  makeDataDir(temporary.dir)
})

afterEach(() => temporary[Symbol.dispose]())

describe('daybook service', () => {
  test('says of data that no service serves that there is none', async () => {
    const { code, stdout } = await runDaybook([
      'service',
      'status',
      '--json',
      '--data',
      temporary.dir.root,
    ])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      name: null,
      isInstalled: false,
      isRunning: false,
      url: null,
      logs: null,
    })
  })

  test.each(['restart', 'remove'])(
    'refuses to %s what is not installed, in a sentence',
    async (verb) => {
      const { code, stderr } = await runDaybook(['service', verb, '--data', temporary.dir.root])
      expect(code).toBe(1)
      expect(stderr.trim()).toBe(`No service of this user serves ${temporary.dir.root}.`)
    },
  )

  test('prints what it would write, and writes nothing', async () => {
    const words = ['service', 'install', '--print', '--json', '--user', 'games']
    const { code, stdout } = await runDaybook([...words, '--data', temporary.dir.root])
    expect(code).toBe(0)
    const { path, content }: { path: string; content: string } = JSON.parse(stdout)
    expect(path).toContain('daybook')
    expect(content).toContain(temporary.dir.root)
    expect(await Bun.file(path).exists()).toBe(false)
  })

  test('takes no name that a system could read otherwise', async () => {
    const words = ['service', 'install', '--print', '--name', '../etc']
    const { code, stderr } = await runDaybook([...words, '--data', temporary.dir.root])
    expect([code, stderr]).toEqual([2, expect.stringContaining('begins with daybook')])
  })
})

describe('the service of a data directory', () => {
  test('is known by its data alone, with the program that it starts', async () => {
    using other = temporaryDir()
    expect(await installedService(temporary.dir, system())).toMatchObject({
      name: 'daybook',
      executable: '/usr/bin/daybook',
    })
    expect(await installedService(other.dir, system())).toBeUndefined()
  })

  test('has the data when it was started, and has let them go when it was stopped', async () => {
    const manager = system()
    const service = await installedService(temporary.dir, manager)
    await service?.start()
    expect(takeLock(temporary.dir.lock, 'server', 'test')).toBeUndefined()
    await service?.stop()
    const lock = takeLock(temporary.dir.lock, 'server', 'test')
    expect(lock).toBeDefined()
    lock?.release()
  })
})

/** A system that has one service; it takes and frees the data as a server does. */
function system(): ServiceManager & { lock: InstanceLock | undefined } {
  const { dir } = temporary
  return {
    lock: undefined,
    logs: () => 'the log',
    fileOf: () => ({ path: '', content: '' }),
    install: () => Promise.resolve([]),
    remove: () => Promise.resolve(),
    start() {
      this.lock = takeLock(dir.lock, 'server', servingWord)
      return Promise.resolve()
    },
    stop() {
      this.lock?.release()
      return Promise.resolve()
    },
    list: () =>
      Promise.resolve([
        { name: 'daybook', program: '/usr/bin/daybook', runs: 'server', data: dir.root },
        { name: 'daybook-bridge', program: '/usr/bin/daybook', runs: 'bridge', data: dir.root },
      ]),
  }
}
