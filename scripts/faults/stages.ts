import { Database } from 'bun:sqlite'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataDir } from '../../src/platform/data-dir.ts'
import { changingLabel, changingValue } from '../client-flow/papers.ts'
import type { Violation } from '../client-flow/proof.ts'
import { checkBook, checkIntegrity } from '../crash-loop/book-checks.ts'
import { withBook } from '../crash-loop/open-book.ts'
import type { Processes } from '../crash-loop/processes.ts'
import { checkStore } from '../crash-loop/store-checks.ts'
import {
  copyCase,
  NotStarted,
  oldSettings,
  startServer,
  workRound,
  type Case,
  type Ended,
  type PreparedShop,
  type Promised,
} from './shop.ts'

/** The round of work that a run does; those before it made the shop. */
const round = 3

/** What a run needs: where it happens, and how Daybook is started for the part that faults happen to. */
type Ground = {
  prepared: PreparedShop
  processes: Processes
  folder: string
  /** Daybook's command, and the same behind the disk. */
  daybook: readonly string[]
  faulty: readonly string[]
  /** Whether the fault has happened already: what comes after it must work. */
  wasMet: () => boolean
}

export type Stage = { name: string; run(ground: Ground): Promise<Violation[]> }

/** Everything that Daybook does with its disk. A stage returns which rules its end broke. */
export const stages: readonly Stage[] = [
  { name: 'set-up', run: runSetUp },
  { name: 'work', run: runWork },
  commandStage('rule change', (ground) => ['import', 'rules', writeRules(ground.folder)]),
  commandStage('backup', () => ['backup', 'create'], verifyBackups),
  commandStage('retention', () => ['retention', 'run'], requireOldGone),
  { name: 'restore', run: runRestore },
  { name: 'migration', run: runMigration },
]

/** What must hold of a book whose server or command has ended. */
function checkCase(data: string, promised: Promised): Violation[] {
  return [
    ...checkBook(data, promised.scans),
    ...checkStore(data, promised.shop, promised.erp),
    ...withBook(data, (db, _, report) => checkIntegrity(db, report)),
  ]
}

const setUpArgs = ['setup', '--organisation', 'Stores', '--owner', 'owner@example.com']

async function runSetUp(ground: Ground): Promise<Violation[]> {
  const data = join(ground.folder, 'data')
  const setUp = (daybook: readonly string[]) =>
    ground.processes.run([...daybook, ...setUpArgs, '--password-stdin', '--data', data], {
      stdin: 'only for a test\n',
    })
  const first = await setUp(ground.faulty)
  const again = await setUp(ground.daybook)
  const isSetUp = again.code === 0 || /set up already|already set up/.test(again.stderr)
  const endings = [...checkEnding(first), ...(isSetUp ? [] : [broken('it can be set up', again)])]
  if (endings.length > 0) return endings
  const twice = first.code === 0 && again.code === 0
  const lost = twice ? [broken('nothing acknowledged is lost', again)] : []
  return [...lost, ...checkCase(data, { scans: [], shop: [], erp: [] })]
}

/** A server starts, works and is stopped. */
async function runWork({ prepared, faulty, folder, wasMet }: Ground): Promise<Violation[]> {
  const copy = copyCase(prepared, join(folder, 'data'))
  try {
    const server = await startServer(copy.shop, faulty)
    const errors = await workRound(copy, server, round)
    const allowed = wasMet()
    const later = allowed ? await workRound(copy, server, round + 1) : []
    const ended = await server.stop()
    const wrong = [...errors.filter((error) => !allowed || !isRefusal(error)), ...later]
    return [
      ...wrong.map(({ message }) => ({ rule: 'the server still answers', detail: message })),
      ...checkEnding(ended),
      ...checkCase(copy.shop.data, copy.promised),
    ]
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error
    return [...checkEnding(error.ended), ...checkCase(copy.shop.data, copy.promised)]
  }
}

/** An answer in shape, which says that it was not done. */
function isRefusal({ message }: Error): boolean {
  return / was answered (4|5)\d\d: \{/.test(message) || / rows were answered /.test(message)
}

type LookAt = (ground: Ground, copy: Case, ended: Ended) => Promise<Violation[]> | Violation[]

/** A command, which must succeed when it is run again after it failed. */
function commandStage(
  name: string,
  argsOf: (ground: Ground) => string[],
  look: LookAt = () => [],
): Stage {
  const run = async (ground: Ground) => {
    const copy = copyCase(ground.prepared, join(ground.folder, 'data'))
    const ended = await runOn(ground, ground.faulty, copy, argsOf(ground))
    return [
      ...checkEnding(ended),
      ...checkCase(copy.shop.data, copy.promised),
      ...(await look(ground, copy, ended)),
      ...(await runAgain(ground, copy, ended, argsOf(ground))),
      ...checkCase(copy.shop.data, copy.promised),
    ]
  }
  return { name, run }
}

function runOn({ processes }: Ground, daybook: readonly string[], copy: Case, args: string[]) {
  return processes.run([...daybook, ...args, '--data', copy.shop.data])
}

async function runAgain(
  ground: Ground,
  copy: Case,
  before: Ended,
  args: string[],
): Promise<Violation[]> {
  if (before.code === 0) return []
  const ended = await runOn(ground, ground.daybook, copy, args)
  return ended.code === 0 ? [] : [broken('what failed can be done again', ended)]
}

function writeRules(folder: string): string {
  const file = join(folder, 'rules.jsonl')
  const rule = { type: 'value', key: changingLabel, from: changingValue, to: 'As received (new)' }
  writeFileSync(file, `${JSON.stringify(rule)}\n`)
  return file
}

/** Every backup that is listed is whole; a command that succeeded has made one. */
async function verifyBackups(ground: Ground, copy: Case, made: Ended): Promise<Violation[]> {
  const run = (...args: string[]) => runOn(ground, ground.daybook, copy, ['backup', ...args])
  const listed: { name: string }[] = JSON.parse((await run('list', '--json')).stdout)
  const names = listed.map(({ name }) => name).filter((name) => name !== ground.prepared.backup)
  const wanted = made.code === 0 ? 1 : 0
  const violations =
    names.length < wanted ? [broken('a backup that was acknowledged is there', made)] : []
  for (const name of names) {
    const verified = await run('verify', name)
    if (verified.code !== 0) violations.push(broken('every backup is whole', verified))
  }
  return violations
}

function requireOldGone(_: Ground, { shop }: Case, { code }: Ended): Violation[] {
  if (code !== 0) return []
  return withBook(shop.data, (db, __, report) => {
    const left = db.query<{ id: string }, []>("SELECT id FROM scans WHERE filename LIKE 'old-%'")
    for (const { id } of left.all()) report('what is past its time is gone', id)
  })
}

/** The data is that of before or that of the backup, whole; of the backup when the command said so. */
async function runRestore(ground: Ground): Promise<Violation[]> {
  const { prepared, folder, faulty } = ground
  const copy = copyCase(prepared, join(folder, 'data'))
  const { data } = copy.shop
  const args = ['restore', prepared.backup]
  const ended = await runOn(ground, faulty, copy, args)
  const restored = checkCase(data, prepared.atBackup)
  const whole =
    ended.code === 0 || restored.length === 0 ? restored : checkCase(data, copy.promised)
  const endings = [...checkEnding(ended), ...whole]
  if (ended.code === 0 || endings.length > 0) return endings
  return [...(await runAgain(ground, copy, ended, args)), ...checkCase(data, prepared.atBackup)]
}

async function runMigration(ground: Ground): Promise<Violation[]> {
  const data = join(ground.folder, 'data')
  cpSync(ground.prepared.oldData, data, { recursive: true })
  const list = (daybook: readonly string[]) =>
    ground.processes.run([...daybook, 'user', 'list', '--json', '--data', data])
  const first = await list(ground.faulty)
  const again = await list(ground.daybook)
  return [
    ...checkEnding(first),
    ...(again.code === 0 ? [] : [broken('what failed can be done again', again)]),
    ...checkOldSettings(data),
  ]
}

function checkOldSettings(data: string): Violation[] {
  using db = new Database(dataDir(data).book, { readonly: true })
  const row = db
    .query<{ n: number }, []>("SELECT count(*) AS n FROM settings WHERE name LIKE 'setting %'")
    .get()
  if (row?.n === oldSettings) return []
  return [{ rule: 'nothing acknowledged is lost', detail: `${row?.n} of ${oldSettings} settings` }]
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
