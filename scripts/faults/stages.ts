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

/** The round of work that a run does. Earlier rounds made the shop. */
const round = 3

const lost = 'nothing acknowledged is lost'

/** What a run needs: a prepared shop, its processes, a folder, and the command that starts Daybook. */
type Ground = {
  prepared: PreparedShop
  processes: Processes
  folder: string
  /** Daybook's command, first plain, then with the program between Daybook and the disk (see disk.ts). */
  daybook: readonly string[]
  watched: readonly string[]
  /** Whether the fault has happened already. All work after the fault must succeed. */
  wasMet: () => boolean
  /** Gets the promises each time that a line is added to them. */
  noted?: (promised: Promised) => void
}

/** `isDone`: the stage had succeeded, so its results must be there as well. */
type Held = { prepared: PreparedShop; promised: Promised; isDone: boolean }

type Holds = (data: string, held: Held) => Violation[] | Promise<Violation[]>

export type Stage = {
  name: string
  /** The data directory with which the stage begins. Undefined if the stage makes one. */
  begins(prepared: PreparedShop): string | undefined
  /** Runs the stage in `{folder}/data`. Returns the rules that its end broke. */
  run(ground: Ground): Promise<Violation[]>
  /** Checks what the data must hold, wherever the stage was interrupted. Opens the database for reading. */
  holds: Holds
}

/** All kinds of work that Daybook does on its disk. */
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

/** Whether the error is a proper refusal: Daybook said what it did not do. */
function isRefusal({ message }: Error): boolean {
  return / was answered (4|5)\d\d: \{/.test(message) || / rows were answered /.test(message)
}

function holdsDatabase(data: string, { promised }: Held): Violation[] {
  return checkCase(data, promised)
}

/** Checks the rules for every database and its files. */
function checkCase(data: string, promised: Promised): Violation[] {
  return [
    ...checkDatabase(data, promised.scans),
    ...checkStore(data, promised.shop, promised.erp),
    ...withDatabase(data, (db, _, report) => checkIntegrity(db, report)),
  ]
}

/** A command. After a failure, the same command must succeed when it runs again. */
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

/** Every listed backup is whole, and every backup that a command reported is listed. */
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

/** The data is whole: the data from before, or the backup's. If the command reported success, the data is the backup's. */
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

/** The command succeeded, or one sentence says why it failed. */
function checkEnding(ended: Ended): Violation[] {
  const lines = ended.stderr.split('\n').filter((line) => line.trim() !== '')
  const isSentence = lines.length === 1 && /^[A-Z].*\.$/.test(lines[0] ?? '')
  if (ended.code === 0 || (ended.code === 1 && isSentence)) return []
  return [broken('what fails says why in one sentence', ended)]
}

function broken(rule: string, { code, stderr }: Ended): Violation {
  return { rule, detail: `exit code ${code}: ${stderr}` }
}
