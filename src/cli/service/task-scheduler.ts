import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../../platform/errors.ts'
import {
  type InstalledService,
  serviceOf,
  type ServiceDefinition,
  type ServiceFile,
  type ServiceManager,
  type ServiceWork,
  wordsOf,
  runTool,
} from './definition.ts'
import { unescaped } from './launchd.ts'

const titles = {
  server: 'Daybook, with the data in',
  bridge: 'Bridge from Daybook to the books, with what it knows in',
} as const satisfies Record<ServiceWork, string>

/** How often Windows checks the server and starts it again: the shortest interval it allows. */
const lookEvery = 'PT1M'

/**
 * A task for Windows' Task Scheduler that starts with the computer, without a sign-in. It checks every minute: "restart on failure"
 * covers only a failed start, not a crash.
 */
export function taskXml(definition: ServiceDefinition): string {
  const { name, runs, data, user = windowsUser() } = definition
  const [executable = '', ...rest] = wordsOf(definition)
  const words = rest.map(quoted).join(' ')
  const again = `<Repetition><Interval>${lookEvery}</Interval><StopAtDurationEnd>false</StopAtDurationEnd></Repetition>`
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>${Bun.escapeHTML(`${titles[runs]} ${data}`)}</Description>
    <URI>\\${name}</URI>
  </RegistrationInfo>
  <Triggers>
    <BootTrigger>${again}</BootTrigger>
    <RegistrationTrigger>${again}</RegistrationTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>${Bun.escapeHTML(user)}</UserId>
      <LogonType>S4U</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <AllowHardTerminate>true</AllowHardTerminate>
    <StartWhenAvailable>true</StartWhenAvailable>
    <RunOnlyIfNetworkAvailable>false</RunOnlyIfNetworkAvailable>
    <IdleSettings><StopOnIdleEnd>false</StopOnIdleEnd><RestartOnIdle>false</RestartOnIdle></IdleSettings>
    <Enabled>true</Enabled>
    <RunOnlyIfIdle>false</RunOnlyIfIdle>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <Priority>5</Priority>
    <RestartOnFailure><Interval>PT1M</Interval><Count>255</Count></RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>${Bun.escapeHTML(executable)}</Command>
      <Arguments>${Bun.escapeHTML(words)}</Arguments>
    </Exec>
  </Actions>
</Task>
`
}

function windowsUser(): string {
  const { USERDOMAIN: domain = '', USERNAME: name = '' } = process.env
  return domain === '' ? name : `${domain}\\${name}`
}

/** Quotes a word as Windows programs expect. Removes trailing backslashes, because they would escape the quote. */
function quoted(word: string): string {
  return /[\s"]/.test(word) ? `"${word.replace(/\\+$/, '').replaceAll('"', '\\"')}"` : word
}

export function taskManager(): ServiceManager {
  return {
    logs: ({ data }) => `${data}\\logs\\daybook.log`,
    fileOf,
    async install(definition) {
      const folder = mkdtempSync(join(tmpdir(), 'daybook-'))
      const file = join(folder, 'task.xml')
      try {
        writeFileSync(file, `\uFEFF${fileOf(definition).content}`, 'utf16le')
        await schtasks('/create', '/f', '/tn', definition.name, '/xml', file)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
      return []
    },
    async remove(name) {
      await stop(name)
      await schtasks('/delete', '/f', '/tn', name)
    },
    start,
    stop,
    async list() {
      const table = await schtasks('/query', '/fo', 'csv', '/nh')
      const names = [...table.matchAll(/^"\\(daybook[\w-]*)"/gim)].map(([, name = '']) => name)
      const tasks = await Promise.all(
        [...new Set(names)].map(async (name) =>
          taskIn(name, await schtasks('/query', '/tn', name, '/xml')),
        ),
      )
      return tasks.flatMap((task) => task ?? [])
    },
  }
}

async function schtasks(...words: string[]): Promise<string> {
  try {
    return await runTool(['schtasks.exe', ...words])
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') throw withAdvice(error)
    throw error
  }
}

function fileOf(definition: ServiceDefinition): ServiceFile {
  return { path: `Task Scheduler\\${definition.name}`, content: taskXml(definition) }
}

async function start(name: string): Promise<void> {
  await schtasks('/change', '/tn', name, '/enable')
  await schtasks('/run', '/tn', name)
}

async function stop(name: string): Promise<void> {
  // Disabled first, so that the next check does not start it again.
  await schtasks('/change', '/tn', name, '/disable')
  await schtasks('/end', '/tn', name)
}

/** Reads a task of Daybook. Undefined for tasks of other programs. */
export function taskIn(name: string, xml: string): InstalledService | undefined {
  const program = unescaped(/<Command>(.*?)<\/Command>/.exec(xml)?.[1] ?? '').replaceAll('"', '')
  const words = unescaped(/<Arguments>(.*?)<\/Arguments>/.exec(xml)?.[1] ?? '')
  const others = Array.from(
    words.matchAll(/"([^"]*)"|(\S+)/g),
    ([, inQuotes, bare = '']) => inQuotes ?? bare,
  )
  return serviceOf(name, [program, ...others])
}

function withAdvice(error: AppError): AppError {
  const advice =
    'It needs the rights of an administrator: right-click the terminal, "Run as administrator".'
  return new AppError('conflict', `${error.message} ${advice}`)
}
