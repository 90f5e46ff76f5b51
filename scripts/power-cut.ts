// Writes down everything that Daybook does to its disk, and builds the disk as it may look after the power went at one moment
// or another: the book opened from it must hold what was acknowledged, and the files that it names. Two controls, a book
// with synchronous = OFF and a store that does not sync, must be caught. Exits 1 when a rule was broken.
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seededRandom } from '../src/cli/demo/random.ts'
import { dataDir, makeDataDir } from '../src/platform/data-dir.ts'
import { openBookForCommand } from '../src/platform/db/book.ts'
import type { Violation } from './client-flow/proof.ts'
import { daybookCommand, processes, type Processes } from './crash-loop/processes.ts'
import { buildDisk, recordFile, withRecord } from './faults/disk.ts'
import { diskModel, survivals } from './faults/disk-model.ts'
import { readRecord, type DiskCall } from './faults/record.ts'
import { prepareShop, type PreparedShop, type Promised } from './faults/shop.ts'
import { stages, type Stage } from './faults/stages.ts'

const usage = `Usage: bun scripts/power-cut.ts [--sample N] [--stage NAME] [--seed N]
  --sample N    cut the power at so many moments of each stage, chosen at random (default: after every call)
  --stage NAME  only ${stages.map(({ name }) => name).join(', ')}
  --seed N      chooses the moments and what survives (default: another one each time)`

const seedsMax = 1_000_000

/** Moments at which the power of a control is cut. */
const controlMoments = 10

/** How many broken rules are shown. */
const shownMax = 30

type Options = { sample: number | undefined; stage: string | undefined; seed: number }

type Suite = {
  disk: string
  daybook: readonly string[]
  work: string
  processes: Processes
  prepared: PreparedShop
  options: Options
  states: number
}

/** What a stage did, what it had promised in the end, and how much of that when the record was so long. */
type Recorded = {
  stage: Stage
  calls: DiskCall[]
  promised: Promised
  marks: Mark[]
  found: Violation[]
}

type Mark = { end: number } & Record<keyof Promised, number>

if (import.meta.main) await main(readOptions(process.argv.slice(2)))

async function main(options: Options): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'daybook-power-cut-'))
  const started = processes()
  let code = 1
  try {
    code = await cutPower(options, work, started)
  } finally {
    await started.killAll()
    rmSync(work, { recursive: true, force: true })
  }
  process.exit(code)
}

async function cutPower(options: Options, work: string, started: Processes): Promise<number> {
  const built = await buildDisk(work)
  if ('reason' in built) {
    console.log(`No power was cut: ${built.reason}.`)
    return 0
  }
  const daybook = daybookCommand(false)
  const prepared = await prepareShop(started, daybook, work)
  const suite = { ...built, daybook, work, processes: started, prepared, options, states: 0 }
  const violations: Violation[] = []
  for (const stage of stages) {
    if (options.stage !== undefined && options.stage !== stage.name) continue
    const recorded = await record(suite, stage, daybook)
    const found = [...recorded.found, ...(await lookAtStates(suite, recorded))]
    violations.push(...found)
    console.log(`${stage.name}: ${recorded.calls.length} calls, ${found.length} rules broken`)
  }
  const { states } = suite
  violations.push(...(await runControls(suite)))
  for (const { rule, detail } of violations.slice(0, shownMax)) {
    console.error(`BROKEN: ${rule}: ${detail}`)
  }
  console.log(`${states} disks, ${violations.length} rules broken (seed ${options.seed})`)
  return violations.length > 0 ? 1 : 0
}

async function record(suite: Suite, stage: Stage, daybook: readonly string[]): Promise<Recorded> {
  const folder = join(suite.work, `recorded-${Bun.randomUUIDv7()}`)
  mkdirSync(folder)
  const file = recordFile(folder)
  let { promised } = suite.prepared
  const marks = [markOf(promised, 0)]
  const found = await stage.run({
    prepared: suite.prepared,
    processes: suite.processes,
    folder,
    daybook: suite.daybook,
    watched: withRecord(suite.disk, folder, daybook),
    wasMet: () => false,
    noted(now) {
      promised = now
      marks.push(markOf(now, statSync(file).size))
    },
  })
  return { stage, calls: readRecord(file), promised, marks, found }
}

function markOf({ scans, shop, erp }: Promised, end: number): Mark {
  return { end, scans: scans.length, shop: shop.length, erp: erp.length }
}

/** What had been promised for certain when the record ended there. */
function promisedAt({ promised, marks }: Recorded, end: number): Promised {
  const mark = marks.findLast((one) => one.end <= end)
  return {
    scans: promised.scans.slice(0, mark?.scans),
    shop: promised.shop.slice(0, mark?.shop),
    erp: promised.erp.slice(0, mark?.erp),
  }
}

/** Cuts the power after each call, or after some of them. */
async function lookAtStates(suite: Suite, recorded: Recorded): Promise<Violation[]> {
  const { prepared, options } = suite
  const { stage, calls } = recorded
  const random = seededRandom(options.seed)
  const last = calls.length - 1
  const moments = new Set([last, ...random.shuffle([...calls.keys()]).slice(0, options.sample)])
  const model = diskModel(stage.begins(prepared), 'data')
  const violations: Violation[] = []
  for (const [i, call] of calls.entries()) {
    model.apply(call)
    if (!moments.has(i)) continue
    const held = { prepared, promised: promisedAt(recorded, call.end), isDone: i === last }
    for (const survival of model.isCertain() ? survivals.slice(0, 1) : survivals) {
      const found = await lookAtState(suite, stage, held, (to) => model.write(to, survival, random))
      const where = `${stage.name}, cut after call ${i} (${call.act} ${call.path}), ${survival} survived`
      violations.push(...found.map(({ rule, detail }) => ({ rule, detail: `${where}: ${detail}` })))
    }
  }
  return violations
}

async function lookAtState(
  suite: Suite,
  stage: Stage,
  held: Parameters<Stage['holds']>[1],
  writeDisk: (folder: string) => void,
): Promise<Violation[]> {
  const folder = join(suite.work, `disk-${++suite.states}`)
  writeDisk(folder)
  const data = join(folder, 'data')
  try {
    await openOnce(data)
    return await stage.holds(data, held)
  } catch (error) {
    return [{ rule: 'the book opens', detail: String(error) }]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** As the next start does: SQLite takes up what its log holds, and a migration that was cut short is done. */
async function openOnce(data: string): Promise<void> {
  const dir = dataDir(data)
  makeDataDir(dir)
  await openBookForCommand(dir, Date.now()).close()
}

/** What the cuts must find: a book that waits for no disk, and a store that waits for none. */
async function runControls(suite: Suite): Promise<Violation[]> {
  const stage = stages.find(({ name }) => name === 'work')
  if (stage === undefined) throw new Error('There is no work.')
  const withoutSync = ['--preload', join(import.meta.dir, 'faults/without-sync.ts')]
  const sources = join(import.meta.dir, '../src/main.ts')
  const book = await record(suite, stage, [process.execPath, ...withoutSync, sources])
  const store = await record(suite, stage, suite.daybook)
  const unsyncedStore = { ...store, calls: store.calls.filter((call) => !isSyncOfStore(call)) }
  return [
    ...(await requireCaught(suite, 'synchronous = OFF', book, /^nothing acknowledged is lost$/)),
    ...(await requireCaught(suite, 'no sync in the store', unsyncedStore, / has its file$/)),
  ]
}

function isSyncOfStore({ act, path }: DiskCall): boolean {
  return act === 'sync' && /^data\/(documents|images)/.test(path)
}

async function requireCaught(
  suite: Suite,
  control: string,
  recorded: Recorded,
  rule: RegExp,
): Promise<Violation[]> {
  const options = { ...suite.options, sample: controlMoments }
  const found = await lookAtStates({ ...suite, options }, recorded)
  const caught = found.filter((violation) => rule.test(violation.rule)).length
  console.log(`control, ${control}: ${caught} losses caught`)
  return caught > 0 ? [] : [{ rule: 'the power cuts catch what is not synced', detail: control }]
}

/** Ends the process when they are not right. */
function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      sample: { type: 'string' },
      stage: { type: 'string' },
      seed: { type: 'string', default: String(1 + Math.floor(Math.random() * seedsMax)) },
    },
  })
  const sample = values.sample === undefined ? undefined : Number(values.sample)
  const seed = Number(values.seed)
  if ([sample ?? 1, seed].every((n) => Number.isSafeInteger(n) && n >= 1)) {
    return { stage: values.stage, sample, seed }
  }
  console.error(usage)
  process.exit(2)
}
