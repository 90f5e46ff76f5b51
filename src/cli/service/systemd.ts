import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../../platform/errors.ts'
import {
  type InstalledService,
  servicesIn,
  type ServiceDefinition,
  type ServiceFile,
  type ServiceManager,
  type ServiceWork,
  wordsOf,
  runTool,
} from './definition.ts'

/** Folders for the whole computer: the first for administrators, the others for packages. */
const systemFolders = ['/etc/systemd/system', '/lib/systemd/system', '/usr/lib/systemd/system']

/** The folder of a user's own services. */
function userFolder(env: Record<string, string | undefined>): string {
  return join(env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'systemd/user')
}

type UnitOptions = Pick<ServiceDefinition, 'program' | 'data' | 'user'> & {
  runs?: ServiceWork
  /** Whether the computer runs the service. A user's own services may restrict less. */
  isForSystem: boolean
  /** Makes everything read-only except the data directory and the mount points. Watched folders elsewhere cannot be emptied then. */
  isStrict?: boolean
}

/** Mount points of disks and network drives, where a second place may be. The service's user still needs permission there. */
const mounted = ['/media', '/mnt', '/run/media', '/srv']

/** The folder with the data of many shops, one directory each. */
const shopsData = 'daybook-shops'

/**
 * A systemd unit. From version 254, systemd waits longer after each crash, up to a minute. Older versions ignore those lines with a note
 * and always wait two seconds.
 */
export function systemdUnit(options: UnitOptions): string {
  const { program, data, user, isForSystem, runs = 'server' } = options
  const { description, writtenBy } = titles[runs]
  const command = wordsOf({ program, runs, data }).map(quoted).join(' ')
  return `# Written by "${writtenBy}".
[Unit]
Description=${description}
After=network.target
StartLimitIntervalSec=0

[Service]
Type=exec
ExecStart=${command}
${user === undefined ? '' : `User=${user}\n`}Restart=on-failure
RestartSec=2
RestartSteps=6
RestartMaxDelaySec=60
TimeoutStopSec=30
KillMode=mixed
UMask=0077

# What it never needs. Code made at run time is: no MemoryDenyWriteExecute.
NoNewPrivileges=yes
LockPersonality=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM
${isForSystem ? systemLines(options) : ''}
[Install]
WantedBy=${isForSystem ? 'multi-user.target' : 'default.target'}
`
}

/**
 * The template unit `daybook@.service` for many shops. Each shop has a directory that systemd creates, its own settings in
 * `/etc/daybook/NAME.env`, and a limited share of the computer. All shops run as one user. So each gets its second place by name, and
 * none may write to another's.
 */
export function systemdTemplate(program: readonly string[], user: string): string {
  const name = 'SHOP-NAME'
  const data = `/var/lib/${shopsData}/${name}`
  return systemdUnit({ program, data, user, isForSystem: true, isStrict: true })
    .replace(/^#.*\n/, '# Many shops on one computer: systemctl enable --now daybook@NAME\n')
    .replace('Description=Daybook\n', 'Description=Daybook of %i\n')
    .replace(/^ReadWritePaths=.*\n/m, '')
    .replace(
      `User=${user}\n`,
      `User=${user}
StateDirectory=${shopsData}/%i
StateDirectoryMode=0700
EnvironmentFile=-/etc/daybook/%i.env
MemoryMax=1536M
OOMPolicy=continue
TasksMax=256
`,
    )
    .replaceAll(name, '%i')
}

const titles = {
  server: { description: 'Daybook', writtenBy: 'daybook service install' },
  bridge: {
    description: 'Bridge from Daybook to the books',
    writtenBy: 'daybook bridge service install',
  },
} as const satisfies Record<ServiceWork, unknown>

/** Only the system's own systemd may apply these lines. */
function systemLines({ data, isStrict = false }: UnitOptions): string {
  return `CapabilityBoundingSet=
PrivateDevices=yes
PrivateTmp=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
${isStrict ? `ProtectHome=yes\nProtectSystem=strict\nReadWritePaths=${[quoted(data), ...mounted.map((path) => `-${path}`)].join(' ')}` : 'ProtectSystem=full'}
`
}

/** Quotes a word for systemd, where `%` and `$` have a meaning. */
function quoted(word: string): string {
  const escaped = word.replaceAll('\\', '\\\\').replaceAll('"', '\\"')
  return `"${escaped.replaceAll('%', '%%').replaceAll('$', '$$$$')}"`
}

/** System services for root, user services for everybody else. */
export function systemdManager(isForSystem = process.getuid?.() === 0): ServiceManager {
  const [systemFolder = ''] = systemFolders
  const folder = isForSystem ? systemFolder : userFolder(process.env)
  const systemctl = (...words: string[]) =>
    runTool(['systemctl', ...(isForSystem ? [] : ['--user']), ...words])
  const fileOf = (definition: ServiceDefinition): ServiceFile => ({
    path: join(folder, `${definition.name}.service`),
    content: systemdUnit({ ...definition, isForSystem }),
  })
  return {
    logs: ({ name }) => `journalctl ${isForSystem ? '-u' : '--user -u'} ${name}`,
    fileOf,
    async install(definition) {
      if (isForSystem) requireUser(definition)
      const { path, content } = fileOf(definition)
      mkdirSync(folder, { recursive: true })
      writeFileSync(path, content, { mode: 0o644 })
      await systemctl('daemon-reload')
      await systemctl('enable', definition.name)
      await systemctl('restart', definition.name)
      return isForSystem ? [] : await linger()
    },
    async remove(name) {
      await systemctl('disable', '--now', name)
      rmSync(join(folder, `${name}.service`), { force: true })
      await systemctl('daemon-reload')
    },
    start: async (name) => void (await systemctl('start', name)),
    stop: async (name) => void (await systemctl('stop', name)),
    list: () => Promise.resolve(unitsIn(isForSystem ? systemFolders : [folder])),
  }
}

/** The server must not run as root: strangers can reach it, and bills are none of root's business. */
function requireUser({ user }: ServiceDefinition): void {
  if (user !== undefined && user !== 'root') return
  throw new AppError(
    'invalid_request',
    'Say as whom it shall run, with --user NAME: not as root. Or install it without sudo, as a service of your own.',
  )
}

/** Without linger, a user's services end at the last sign-out and start at the first sign-in. */
async function linger(): Promise<string[]> {
  const { username } = userInfo()
  try {
    await runTool(['loginctl', 'enable-linger', username])
    return []
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [
      `It starts when ${username} signs in, not with the computer: run "sudo loginctl enable-linger ${username}" once.`,
    ]
  }
}

function unitsIn(folders: readonly string[]): InstalledService[] {
  return folders.flatMap((folder) => servicesIn(folder, '.service', wordsIn))
}

function wordsIn(unit: string): string[] {
  const command = /^ExecStart=(.+)$/m.exec(unit)?.[1] ?? ''
  return [...command.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word = '']) => unquoted(word))
}

function unquoted(word: string): string {
  return word.replaceAll('$$', '$').replaceAll('%%', '%').replaceAll(/\\(.)/g, '$1')
}
