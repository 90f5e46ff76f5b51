import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listBackups } from '../../src/platform/backup/backups-folder.ts'
import { verifyBackup } from '../../src/platform/backup/unpack-backup.ts'
import { dataDir } from '../../src/platform/disk/data-dir.ts'
import { changingLabel, changingValue } from '../client-flow/papers.ts'
import type { Violation } from '../client-flow/proof.ts'
import { checkDatabase, checkIntegrity } from '../crash-loop/database-checks.ts'
import { withDatabase } from '../crash-loop/open-database.ts'
import type { Processes } from '../crash-loop/processes.ts'
import { checkStore } from '../crash-loop/store-checks.ts'
import {
  copyCase,
  NotStarted,
  oldSettings,
  startServer,
  workRound,
  type Ended,
  type PreparedShop,
  type Promised,
} from './shop.ts'

/** The round of work that a run does; those before it made the shop. */
const round = 3

const lost = 'nothing acknowledged is lost'

/** What a run needs: where it happens, and how Daybook is started. */
type Ground = {
  prepared: PreparedShop
  processes: Processes
  folder: string
  /** Daybook's command, and the same behind the disk (see disk.ts). */
  daybook: readonly string[]
  watched: readonly string[]
  /** Whether the fault has happened already: what comes after it must work. */
  wasMet: () => boolean
  /** Is told what was promised as soon as a line is added to it. */
  noted?: (promised: Promised) => void
}

/** `isDone`: the stage had succeeded, so what it does must be there as well. */
type Held = { prepared: PreparedShop; promised: Promised; isDone: boolean }

type Holds = (data: string, held: Held) => Violation[] | Promise<Violation[]>

export type Stage = {
  name: string
  /** The data directory that it begins with; undefined when it makes one. */
  begins(prepared: PreparedShop): string | undefined
  /** Does it in `{folder}/data`. Returns which rules its end broke. */
  run(ground: Ground): Promise<Violation[]>
  /** What must hold of its data, however it was cut short. Opens the database for reading. */
  holds: Holds
}

/** Everything that Daybook does with its disk. */
export const stages: readonly Stage[] = [
  { name: 'set-up', begins: () => undefined, run: runSetUp, holds: holdsSetUp },
  { name: 'work', begins: shopData, run: runWork, holds: holdsDatabase },
  commandStage(
    'rule change',
    (ground) => ['import', 'rules', writeRules(ground.folder)],
    holdsRule,
  ),
  commandStage('backup', () => ['backup', 'create'], holdsBackups),
  commandStage('retention', () => ['retention', 'run'], holdsNothingOld),
  commandStage('restore', ({ prepared }) => ['restore', prepared.backup], holdsRestored),
  { name: 'migration', begins: ({ oldData }) => oldData, run: runMigration, holds: holdsSettings },
]

function shopData({ shop }: PreparedShop): string {
  return shop.data
}

const setUpArgs = ['setup', '--organisation', 'Stores', '--owner', 'owner@example.com']

async function runSetUp(ground: Ground): Promise<Violation[]> {
  const data = join(ground.folder, 'data')
  const setUp = (daybook: readonly string[]) =>
    ground.processes.run([...daybook, ...setUpArgs, '--password-stdin', '--data', data], {
      stdin: 'only for a test\n',
    })
  const first = await setUp(ground.watched)
  const again = await setUp(ground.daybook)
  const isSetUp = again.code === 0 || /is set up already/.test(again.stderr)
  if (!isSetUp) return [...checkEnding(first), broken('what failed can be done again', again)]
  const twice = first.code === 0 && again.code === 0 ? [broken(lost, first)] : []
  return [...checkEnding(first), ...twice, ...holdsOwner(data)]
}

function holdsSetUp(data: string, { isDone }: Held): Violation[] {
  return isDone ? holdsOwner(data) : checkCase(data, { scans: [], shop: [], erp: [] })
}

function holdsOwner(data: string): Violation[] {
  return [...checkCase(data, { scans: [], shop: [], erp: [] }), ...countRows(data, 'users', 1)]
}

/** A server starts, works and is stopped. */
async function runWork(ground: Ground): Promise<Violation[]> {
  const { prepared, processes, watched, folder, wasMet, noted } = ground
  const copy = { ...copyCase(prepared, join(folder, 'data')), ...(noted && { noted }) }
  const { data } = copy.shop
  try {
    const server = await startServer(processes, watched, data)
    const errors = await workRound(copy, server, round)
    const mayFail = wasMet()
    const later = mayFail ? await workRound(copy, server, round + 1) : []
    const ended = await server.stop()
    const wrong = [...errors.filter((error) => !mayFail || !isRefusal(error)), ...later]
    return [
      ...wrong.map(({ message }) => ({ rule: 'the server still answers', detail: message })),
      ...checkEnding(ended),
      ...checkCase(data, copy.promised),
    ]
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error
    return [...checkEnding(error.ended), ...checkCase(data, copy.promised)]
  }
}

/** An answer in shape, which says what was not done. */
function isRefusal({ message }: Error): boolean {
  return / was answered (4|5)\d\d: \{/.test(message) || / rows were answered /.test(message)
}

function holdsDatabase(data: string, { promised }: Held): Violation[] {
  return checkCase(data, promised)
}

/** What must hold of every database and its files. */
function checkCase(data: string, promised: Promised): Violation[] {
  return [
    ...checkDatabase(data, promised.scans),
    ...checkStore(data, promised.shop, promised.erp),
    ...withDatabase(data, (db, _, report) => checkIntegrity(db, report)),
  ]
}

/** A command, which must succeed when it is run again after it failed. */
function commandStage(name: string, argsOf: (ground: Ground) => string[], holds: Holds): Stage {
  const run = async (ground: Ground) => {
    const { prepared, processes, daybook, watched } = ground
    const { shop, promised } = copyCase(prepared, join(ground.folder, 'data'))
    const args = [...argsOf(ground), '--data', shop.data]
    const first = await processes.run([...watched, ...args])
    const held = { prepared, promised, isDone: first.code === 0 }
    const found = [...checkEnding(first), ...(await holds(shop.data, held))]
    if (held.isDone || found.length > 0) return found
    const again = await processes.run([...daybook, ...args])
    if (again.code !== 0) return [broken('what failed can be done again', again)]
    return await holds(shop.data, { ...held, isDone: true })
  }
  return { name, begins: shopData, run, holds }
}

const newValue = 'As received (new)'

function writeRules(folder: string): string {
  const file = join(folder, 'rules.jsonl')
  const rule = { type: 'value', key: changingLabel, from: changingValue, to: newValue }
  writeFileSync(file, `${JSON.stringify(rule)}\n`)
  return file
}

function holdsRule(data: string, { promised, isDone }: Held): Violation[] {
  const rules = isDone ? countRows(data, `rename_rules WHERE "to" = '${newValue}'`, 1) : []
  return [...checkCase(data, promised), ...rules]
}

/** What is listed is whole, and what was acknowledged is listed. */
async function holdsBackups(data: string, { promised, isDone }: Held): Promise<Violation[]> {
  const dir = dataDir(data)
  const violations = checkCase(data, promised)
  const backups = listBackups(dir)
  const least = isDone ? 2 : 1
  if (backups.length < least) {
    violations.push({ rule: lost, detail: `${backups.length} of ${least} backups` })
  }
  for (const { name, file } of backups) {
    await verifyBackup(dir, file).catch((error: unknown) =>
      violations.push({ rule: 'every backup is whole', detail: `${name}: ${String(error)}` }),
    )
  }
  return violations
}

function holdsNothingOld(data: string, { promised, isDone }: Held): Violation[] {
  const old = isDone ? countRows(data, "scans WHERE filename LIKE 'old-%'", 0) : []
  return [...checkCase(data, promised), ...old]
}

/** The data is that of before or that of the backup, whole; of the backup when the command said so. */
function holdsRestored(data: string, { prepared, promised, isDone }: Held): Violation[] {
  const restored = checkCase(data, prepared.atBackup)
  return isDone || restored.length === 0 ? restored : checkCase(data, promised)
}

async function runMigration(ground: Ground): Promise<Violation[]> {
  const { prepared, processes, daybook, watched, folder } = ground
  const data = join(folder, 'data')
  cpSync(prepared.oldData, data, { recursive: true })
  const args = ['user', 'list', '--json', '--data', data]
  const first = await processes.run([...watched, ...args])
  const again = await processes.run([...daybook, ...args])
  return [
    ...checkEnding(first),
    ...(again.code === 0 ? [] : [broken('what failed can be done again', again)]),
    ...holdsSettings(data),
  ]
}

function holdsSettings(data: string): Violation[] {
  return countRows(data, "settings WHERE name LIKE 'setting %'", oldSettings)
}

function countRows(data: string, rows: string, wanted: number): Violation[] {
  return withDatabase(data, (db, _, report) => {
    const { n = 0 } = db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${rows}`).get() ?? {}
    if (n !== wanted) report(lost, `${n} ${rows} instead of ${wanted}`)
  })
}

/** It succeeded, or it said in one sentence why not. */
function checkEnding(ended: Ended): Violation[] {
  const lines = ended.stderr.split('\n').filter((line) => line.trim() !== '')
  const isSentence = lines.length === 1 && /^[A-Z].*\.$/.test(lines[0] ?? '')
  if (ended.code === 0 || (ended.code === 1 && isSentence)) return []
  return [broken('what fails says why in one sentence', ended)]
}

function broken(rule: string, { code, stderr }: Ended): Violation {
  return { rule, detail: `exit code ${code}: ${stderr}` }
}
