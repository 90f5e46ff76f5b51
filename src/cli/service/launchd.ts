import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { AppError } from '../../platform/errors.ts'
import {
  type InstalledService,
  servicesIn,
  type ServiceDefinition,
  type ServiceFile,
  type ServiceManager,
  wordsOf,
  runTool,
} from './definition.ts'

/** Seconds between a crash and the next start. launchd knows no growing intervals. */
const throttleSeconds = 10

/** Octal 0077. Property lists write it in decimal. */
const umask = 0o077

/** A property list for launchd. With `user` it starts with the computer, otherwise at the user's sign-in. */
export function launchdPlist(definition: ServiceDefinition): string {
  const { name, data, user } = definition
  const log = Bun.escapeHTML(join(data, 'logs', 'service.log'))
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>${name}</string>
  <key>ProgramArguments</key>
  <array>
${wordsOf(definition)
  .map((word) => `    <string>${Bun.escapeHTML(word)}</string>`)
  .join('\n')}
  </array>
${user === undefined ? '' : `  <key>UserName</key><string>${Bun.escapeHTML(user)}</string>\n`}  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
  <key>ThrottleInterval</key><integer>${throttleSeconds}</integer>
  <key>ExitTimeOut</key><integer>30</integer>
  <key>Umask</key><integer>${umask}</integer>
  <key>StandardOutPath</key><string>${log}</string>
  <key>StandardErrorPath</key><string>${log}</string>
</dict>
</plist>
`
}

/** For root, services that start with the computer. For everybody else, services that start at their sign-in. */
export function launchdManager(isForSystem = process.getuid?.() === 0): ServiceManager {
  const folder = isForSystem ? '/Library/LaunchDaemons' : join(homedir(), 'Library/LaunchAgents')
  const domain = isForSystem ? 'system' : `gui/${process.getuid?.() ?? 0}`
  const pathOf = (name: string) => join(folder, `${name}.plist`)
  const fileOf = (definition: ServiceDefinition): ServiceFile => ({
    path: pathOf(definition.name),
    content: launchdPlist(definition),
  })
  const stop = async (name: string) =>
    void (await runTool(['launchctl', 'bootout', `${domain}/${name}`]))
  const start = async (name: string) =>
    void (await runTool(['launchctl', 'bootstrap', domain, pathOf(name)]))
  return {
    logs: ({ data }) => join(data, 'logs', 'service.log'),
    fileOf,
    async install(definition) {
      if (isForSystem && (definition.user ?? 'root') === 'root') throw asRoot()
      const { path, content } = fileOf(definition)
      mkdirSync(dirname(path), { recursive: true })
      // launchd needs a place for output from before Daybook's own log is open.
      mkdirSync(join(definition.data, 'logs'), { recursive: true, mode: 0o700 })
      if (existsSync(path)) await Promise.allSettled([stop(definition.name)])
      writeFileSync(path, content, { mode: 0o644 })
      await start(definition.name)
      return isForSystem
        ? []
        : ['It starts when you sign in. To start it with the computer: sudo, and --user NAME.']
    },
    async remove(name) {
      await stop(name)
      rmSync(pathOf(name), { force: true })
    },
    start,
    stop,
    list: () => Promise.resolve(agentsIn(folder)),
  }
}

function asRoot(): AppError {
  return new AppError('invalid_request', 'Say as whom it shall run, with --user NAME: not as root.')
}

function agentsIn(folder: string): InstalledService[] {
  return servicesIn(folder, '.plist', (text) =>
    [...text.matchAll(/^ {4}<string>(.*)<\/string>$/gm)].map(([, word = '']) => unescaped(word)),
  )
}

const entities = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#x27;', "'"],
  ['&#39;', "'"],
])

export function unescaped(text: string): string {
  return text.replaceAll(/&[#\w]+;/g, (entity) => entities.get(entity) ?? entity)
}
