import { arch, cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { eq, like, or } from 'drizzle-orm'
import { strToU8, zipSync } from 'fflate'
import { secretSettings, settingNames } from '../config.ts'
import { closeConnection, openForReading } from '../db/connection.ts'
import type { DataDir } from '../disk/data-dir.ts'
import { version } from '../embedded.ts'
import { settings } from '../tables.ts'
import { examine, textOf } from './examine.ts'
import type { Examined } from './finding.ts'
import { tailOf } from './server.ts'

/** How much of the end of the log goes with it, in bytes. */
const logBytes = 2 * 1024 * 1024

/** What tells nothing of the shop's business, and no secret: whatever is not named here stays out. */
const toldSettings = [
  'network.access',
  'network.https',
  'disk.share',
  'clock',
  'files.scrub',
  'scan-export.duplicates',
  'scan-export.reading',
]

const about = `This file is for whoever helps with a Daybook. It holds:

  about.json      versions, the computer, sizes of the files of the data directory
  doctor.txt      what "daybook doctor" found
  settings.json   settings, without names, passwords, keys and bank details
  log.txt         the end of the log: requests without their content, and errors

It holds no documents, orders, names of customers, passwords or keys. Files are named in the log as they were sent.
`

/** A ZIP archive for whoever helps, its bytes. */
export async function reportOf(examined: Examined): Promise<Uint8Array> {
  const findings = await examine(examined)
  const log = await tailOf(join(examined.dir.logs, 'daybook.log'), logBytes)
  return zipSync({
    'READ ME.txt': strToU8(about),
    'about.json': json(aboutOf(examined)),
    'doctor.txt': strToU8(textOf(findings).join('\n')),
    'settings.json': json(settingsIn(examined.dir)),
    'log.txt': strToU8(withoutKeys(log.join('\n'))),
  })
}

/** The name of the file. `now`: milliseconds since the epoch. */
export function reportName(now: number): string {
  return `daybook-report-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}.zip`
}

function aboutOf({ dir, serverUrl, now }: Examined) {
  return {
    version,
    bun: Bun.version,
    madeAt: new Date(now).toISOString(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    system: `${process.platform} ${release()} ${arch()}`,
    processors: cpus().length,
    processor: cpus()[0]?.model ?? '',
    memoryBytes: totalmem(),
    program: process.execPath,
    data: dir.root,
    serverUrl: serverUrl ?? null,
    files: sizesIn(dir.root),
  }
}

/** Of the files at the top of the data directory, in bytes. */
function sizesIn(root: string): Record<string, number> {
  if (!existsSync(root)) return {}
  const files = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(files.map(({ name }) => [name, statSync(join(root, name)).size]))
}

function settingsIn(dir: DataDir): Record<string, unknown> {
  if (!existsSync(dir.database)) return {}
  const conn = openForReading(dir.database)
  try {
    const isTold = toldSettings.map((name) => eq(settings.name, name))
    const rows = conn
      .select()
      .from(settings)
      .where(or(like(settings.name, 'daily.%'), ...isTold))
      .all()
    const kept = rows.map(({ name, value }): [string, unknown] => [name, JSON.parse(value)])
    return { ...Object.fromEntries(kept), 'daybook.toml': configLines(dir) }
  } finally {
    closeConnection(conn)
  }
}

/** The lines of what is no secret. */
function configLines({ config }: DataDir): string[] {
  if (!existsSync(config)) return []
  return readFileSync(config, 'utf8')
    .split('\n')
    .map((line) => (line.trim() === '' || toldLine.test(line) ? line : '…'))
}

/** Whatever else stands there, also in a comment, may be secret. */
const toldLine = new RegExp(
  `^\\s*(?:${settingNames.filter((name) => !secretSettings.includes(name)).join('|')})\\s*=`,
)

/** No line should hold one, and none leaves the shop if one does. */
function withoutKeys(text: string): string {
  return text.replace(/\b(db[kt])_[A-Za-z\d]{8,}/g, '$1_…')
}

function json(value: unknown): Uint8Array {
  return strToU8(JSON.stringify(value, null, 2))
}
