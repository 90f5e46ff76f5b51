import { arch, cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { eq, like, or } from 'drizzle-orm'
import { strToU8, zipSync } from 'fflate'
import { secretSettings, settingNames } from '../config.ts'
import { closeConnection, openForReading } from '../db/connection.ts'
import type { DataDir } from '../disk/data-dir.ts'
import { version } from '../embedded.ts'
import { withoutKeys } from '../log.ts'
import { settings } from '../tables.ts'
import { withoutQuotes } from '../text.ts'
import { examine, textOf } from './examine.ts'
import type { Examined } from './finding.ts'
import { tailOf } from './machine.ts'

/** How much of the log's end the report contains, in bytes. */
const logBytes = 2 * 1024 * 1024

/** Settings that reveal nothing of the shop's business, and no secret. All others stay out. */
const publicSettings = [
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
  config.txt      daybook.toml, without what may be secret
  log.txt         the end of the log: requests without their content, and errors

A part that could not be written says why in its place. The file holds no documents, orders, names of customers, passwords or keys. Files are named in the log as they were sent.
`

/** `missing`: sentences about parts that could not be written. */
export type Report = { bytes: Uint8Array; missing: string[] }

/** A ZIP archive for a helper. It is needed most when something is damaged: each part is written by itself, or says why it is missing. */
export async function reportOf(examined: Examined): Promise<Report> {
  const { dir } = examined
  const parts: Record<string, () => string | Promise<string>> = {
    'about.json': () => json(aboutOf(examined)),
    'doctor.txt': async () => textOf(await examine(examined)).join('\n'),
    'settings.json': () => json(settingsIn(dir)),
    'config.txt': () => configLines(dir).join('\n'),
    'log.txt': async () => logOf(await tailOf(join(dir.logs, 'daybook.log'), logBytes)),
  }
  const files: Record<string, Uint8Array> = { 'READ ME.txt': strToU8(about) }
  const missing: string[] = []
  for (const [name, write] of Object.entries(parts)) {
    const part = await triedPart(name, write)
    files[name] = strToU8(withoutKeys(part.text))
    if ('missing' in part) missing.push(part.missing)
  }
  return { bytes: zipSync(files), missing }
}

async function triedPart(
  name: string,
  write: () => string | Promise<string>,
): Promise<{ text: string } | { text: string; missing: string }> {
  try {
    return { text: await write() }
  } catch (error) {
    const reason = error instanceof Error ? withoutQuotes(error.message) : 'for an unknown reason'
    const missing = `${name} could not be written: ${reason}`
    return { text: name.endsWith('.json') ? json({ missing }) : missing, missing }
  }
}

/** Removes refused values: logs of earlier versions repeat them, and they may be a customer's. */
function logOf(lines: readonly string[]): string {
  return lines.join('\n').replaceAll(/, got (?:[^"\\\n]|\\.)*/g, '.')
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

/** Sizes of the files at the top of the data directory, in bytes. */
function sizesIn(root: string): Record<string, number> {
  if (!existsSync(root)) return {}
  const files = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(files.map(({ name }) => [name, statSync(join(root, name)).size]))
}

function settingsIn(dir: DataDir): Record<string, unknown> {
  if (!existsSync(dir.database)) return {}
  const conn = openForReading(dir.database)
  try {
    const isTold = publicSettings.map((name) => eq(settings.name, name))
    const rows = conn
      .select()
      .from(settings)
      .where(or(like(settings.name, 'daily.%'), ...isTold))
      .all()
    const kept = rows.map(({ name, value }): [string, unknown] => [name, JSON.parse(value)])
    return Object.fromEntries(kept)
  } finally {
    closeConnection(conn)
  }
}

/** The lines that contain no secret. */
function configLines({ config }: DataDir): string[] {
  if (!existsSync(config)) return []
  return readFileSync(config, 'utf8')
    .split('\n')
    .map((line) => (line.trim() === '' || publicLine.test(line) ? line : '…'))
}

const publicNames = settingNames.filter((name) => !secretSettings.includes(name)).join('|')
/** A text in quotes. A text with an "@" is excluded: it may contain a password. */
const publicText = `"[^"@]*"`

/** Any other line may contain a secret, also in a comment or instead of a value. */
const publicLine = new RegExp(
  `^\\s*(?:${publicNames})\\s*=\\s*(?:\\d+|${publicText}|\\[(?:\\s*${publicText}\\s*,?)*\\s*\\])\\s*$`,
)

function json(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
