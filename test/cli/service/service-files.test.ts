import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { launchdPlist } from '../../../src/cli/service/launchd.ts'
import { systemdManager, systemdTemplate, systemdUnit } from '../../../src/cli/service/systemd.ts'
import { taskIn, taskXml } from '../../../src/cli/service/task-scheduler.ts'

/** Names that every one of the three formats has to write in another way. */
const odd = {
  runs: 'server',
  program: ['/opt/R & D/day"book'],
  data: '/srv/50% of $HOME\\x <shop>',
} as const
const plain = { runs: 'server', program: ['/usr/bin/daybook'], data: '/var/lib/daybook' } as const

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-units-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** What systemd's own tool says of a unit; undefined where this computer has none. */
function analysed(unit: string, ...words: string[]): { code: number; text: string } | undefined {
  const tool = Bun.which('systemd-analyze')
  if (tool === null) return undefined
  const file = join(folder, 'daybook.service')
  writeFileSync(file, unit)
  const { exitCode, stdout, stderr } = Bun.spawnSync([tool, ...words, file])
  return { code: exitCode, text: `${stdout.toString()}${stderr.toString()}` }
}

describe('the systemd unit', () => {
  const program = [process.execPath]
  const units = {
    'of the computer': systemdUnit({ ...plain, program, user: 'games', isForSystem: true }),
    'of a package': systemdUnit({
      ...plain,
      program,
      user: 'games',
      isForSystem: true,
      isStrict: true,
    }),
    'of a user': systemdUnit({ ...plain, program, isForSystem: false }),
  }

  test.each(Object.entries(units))('%s is one that systemd takes', (_, unit) => {
    const { code, text } = analysed(unit, 'verify') ?? { code: 0, text: '' }
    // Lines for newer systems are passed over by older ones.
    const faults = text
      .split('\n')
      .filter((line) => line !== '' && !/Restart(Steps|MaxDelaySec)/.test(line))
    expect([code, faults]).toEqual([0, []])
  })

  test('of many shops is the file that is shipped, and one that systemd takes', async () => {
    const shipped = Bun.file(
      join(import.meta.dir, '../../../scripts/deploy/files/systemd/daybook@.service'),
    )
    expect(systemdTemplate(['/usr/bin/daybook'], 'daybook')).toBe(await shipped.text())
    const own = systemdTemplate(program, 'games')
    expect(own).toContain('--data" "/var/lib/daybook-shops/%i"\n')
    const { code } = analysed(own.replaceAll('%i', 'shop-1'), 'verify') ?? { code: 0 }
    expect(code).toBe(0)
  })

  test('of a package writes where disks are mounted, and a shop of many where it is told to alone', () => {
    expect(units['of a package']).toMatch(
      /^ReadWritePaths=".+" -\/media -\/mnt -\/run\/media -\/srv$/m,
    )
    expect(systemdTemplate(program, 'games')).not.toContain('ReadWritePaths=')
  })

  test('of a package leaves a server little that it could do', () => {
    const { text } = analysed(units['of a package'], 'security', '--offline=true') ?? {
      text: 'Overall exposure level for daybook.service: 2.0',
    }
    const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(text)?.[1])
    expect(exposure).toBeGreaterThan(0)
    expect(exposure).toBeLessThan(3)
  })

  test('comes back after each fall, and has no rights of root', () => {
    expect(units['of the computer']).toContain('Restart=on-failure\n')
    expect(units['of the computer']).toContain('StartLimitIntervalSec=0\n')
    expect(units['of the computer']).toContain('User=games\n')
    expect(units['of a user']).not.toContain('User=')
  })

  test('of a bridge runs it with its own folder, and is one that systemd takes', () => {
    const bridge = { runs: 'bridge', program, data: '/var/lib/daybook-bridge' } as const
    const unit = systemdUnit({ ...bridge, user: 'games', isForSystem: true })
    expect(unit).toContain('"bridge" "run" "--bridge-data" "/var/lib/daybook-bridge"\n')
    expect(analysed(unit, 'verify')?.code ?? 0).toBe(0)
  })

  test('is found again by the data that it serves, whatever their name', async () => {
    const home = process.env['XDG_CONFIG_HOME']
    process.env['XDG_CONFIG_HOME'] = folder
    try {
      const kept = join(folder, 'systemd/user')
      mkdirSync(kept, { recursive: true })
      writeFileSync(join(kept, 'other.service'), '[Service]\nExecStart=/bin/true\n')
      const written = { daybook: odd, 'daybook-bridge': { ...odd, runs: 'bridge' } } as const
      for (const [name, unit] of Object.entries(written)) {
        writeFileSync(join(kept, `${name}.service`), systemdUnit({ ...unit, isForSystem: false }))
      }
      const found = await systemdManager(false).list()
      expect(found.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
        { name: 'daybook', program: odd.program[0], runs: 'server', data: odd.data },
        { name: 'daybook-bridge', program: odd.program[0], runs: 'bridge', data: odd.data },
      ])
    } finally {
      if (home === undefined) delete process.env['XDG_CONFIG_HOME']
      else process.env['XDG_CONFIG_HOME'] = home
    }
  })
})

/** Read by a parser that knows nothing of how it was written. */
function parsed(xml: string): Record<string, unknown> {
  expect(XMLValidator.validate(xml)).toBe(true)
  return new XMLParser({ parseTagValue: false }).parse(xml)
}

test('the property list of a bridge says what to start', () => {
  const list = launchdPlist({ ...odd, runs: 'bridge', name: 'daybook-bridge' })
  expect(parsed(list)['plist']).toMatchObject({
    dict: {
      array: { string: [...odd.program, 'bridge', 'run', '--bridge-data', odd.data] },
    },
  })
})

test('the property list for macOS says what to start, as whom, and that it is started again when it falls', () => {
  const list = launchdPlist({ ...odd, name: 'daybook', user: 'asha' })
  const { plist } = parsed(list)
  expect(plist).toMatchObject({
    dict: {
      string: expect.arrayContaining(['daybook', 'asha']),
      array: { string: [...odd.program, 'serve', '--data', odd.data] },
      dict: { key: 'SuccessfulExit', false: '' },
    },
  })
})

describe('the task for Windows', () => {
  const task = taskXml({
    name: 'daybook',
    runs: 'server',
    program: ['C:\\Program Files\\Daybook\\daybook.exe'],
    data: 'D:\\R & D\\shop\\',
    user: 'SHOP\\Asha',
  })

  test('needs no sign-in, and has no more rights than its user', () => {
    expect(parsed(task)['Task']).toMatchObject({
      Principals: {
        Principal: { UserId: 'SHOP\\Asha', LogonType: 'S4U', RunLevel: 'LeastPrivilege' },
      },
      Settings: { ExecutionTimeLimit: 'PT0S', DisallowStartIfOnBatteries: 'false' },
      Actions: {
        Exec: {
          Command: 'C:\\Program Files\\Daybook\\daybook.exe',
          Arguments: 'serve --data "D:\\R & D\\shop"',
        },
      },
    })
  })

  test('is started again within a minute when it fell, and never twice', () => {
    expect(parsed(task)['Task']).toMatchObject({
      Triggers: {
        BootTrigger: { Repetition: { Interval: 'PT1M' } },
        RegistrationTrigger: { Repetition: { Interval: 'PT1M' } },
      },
      Settings: { MultipleInstancesPolicy: 'IgnoreNew', RestartOnFailure: { Interval: 'PT1M' } },
    })
  })

  test('is found again by the data that it serves', () => {
    expect(taskIn('daybook', task)).toEqual({
      name: 'daybook',
      program: 'C:\\Program Files\\Daybook\\daybook.exe',
      runs: 'server',
      data: 'D:\\R & D\\shop',
    })
    const bridge = {
      runs: 'bridge',
      program: ['C:\\Daybook\\daybook.exe'],
      data: 'C:\\Users\\R & D\\Daybook-bridge',
    } as const
    const ofBridge = taskXml({ ...bridge, name: 'daybook-bridge', user: 'Asha' })
    expect(ofBridge).toContain('bridge run --bridge-data &quot;C:')
    expect(taskIn('daybook-bridge', ofBridge)).toEqual({
      name: 'daybook-bridge',
      program: 'C:\\Daybook\\daybook.exe',
      runs: 'bridge',
      data: bridge.data,
    })
    expect(taskIn('other', '<Task><Exec><Command>notepad</Command></Exec></Task>')).toBeUndefined()
  })
})
