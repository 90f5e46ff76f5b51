import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from './demo/random.ts'
import { openDatabaseForCommand } from '../src/platform/db/database.ts'
import type { Violation } from './client-flow/proof.ts'
import { recordFile, withRecord } from './faults/disk.ts'
import { diskModel, survivals } from './faults/disk-model.ts'
import { readRecord, type DiskCall } from './faults/record.ts'
import type { Promised } from './faults/shop.ts'
import { stages, type Stage } from './faults/stages.ts'
import { runSuite, type Suite, type Tried } from './faults/suite.ts'
import { dataDir, makeDataDir } from '../src/platform/disk/data-dir.ts'
// Records everything that Daybook does to its disk, and builds the disk as it may look after a power cut at different moments. The database
// opened from it must hold everything acknowledged, and the files that it names. Two controls must be caught: a database with synchronous =
// OFF, and a store that does not sync. Exits 1 if a rule was broken.

/** The number of moments at which the power of a control is cut. */
const controlMoments = 10

/** The calls of a stage, its promises at the end, and how many promises stood at each length of the record. */
type Recorded = {
  stage: Stage
  calls: DiskCall[]
  promised: Promised
  marks: Mark[]
  found: Violation[]
}

type Mark = { end: number } & Record<keyof Promised, number>

type Looked = { disks: number; violations: Violation[] }

if (import.meta.main) await runSuite('power-cut.ts', 'power cuts', cutPower)

async function cutPower(suite: Suite): Promise<Tried> {
  const violations: Violation[] = []
  let disks = 0
  for (const stage of suite.chosen) {
    const recorded = await record(suite, stage, suite.daybook)
    const looked = await lookAtDisks(suite, recorded)
    console.log(`${stage.name}: ${recorded.calls.length} calls, ${looked.disks} disks`)
    violations.push(...recorded.found, ...looked.violations)
    disks += looked.disks
  }
  violations.push(...(await runControls(suite)))
  return { violations, howMuch: `${disks} disks after power cuts in ${suite.chosen.length} stages` }
}

async function record(suite: Suite, stage: Stage, daybook: readonly string[]): Promise<Recorded> {
  const folder = join(suite.work, Bun.randomUUIDv7())
  mkdirSync(folder)
  const file = recordFile(folder)
  let { promised } = suite.prepared
  const marks = [markOf(promised, 0)]
  const found = await stage.run({
    ...suite,
    folder,
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

/** The certain promises at this end of the record. */
function promisedAt({ promised, marks }: Recorded, end: number): Promised {
  const mark = marks.findLast((one) => one.end <= end)
  return {
    scans: promised.scans.slice(0, mark?.scans),
    shop: promised.shop.slice(0, mark?.shop),
    erp: promised.erp.slice(0, mark?.erp),
  }
}

/** Cuts the power after each call, or after some of them. */
async function lookAtDisks(suite: Suite, recorded: Recorded): Promise<Looked> {
  const { prepared, call: only, sample, seed } = suite
  const { stage, calls } = recorded
  const random = seededRandom(seed)
  const last = calls.length - 1
  const some = random.shuffle([...calls.keys()]).slice(0, sample)
  const moments = new Set(only === undefined ? [last, ...some] : [only])
  const model = diskModel(stage.begins(prepared), 'data')
  const violations: Violation[] = []
  let disks = 0
  for (const [i, call] of calls.entries()) {
    model.apply(call)
    if (!moments.has(i)) continue
    const held = { prepared, promised: promisedAt(recorded, call.end), isDone: i === last }
    for (const survival of model.isCertain() ? survivals.slice(0, 1) : survivals) {
      disks++
      const found = await lookAtDisk(suite, stage, held, (to) => model.write(to, survival, random))
      const where = `${stage.name}, cut after call ${i} (${call.command} ${call.path}), ${survival} survived`
      violations.push(...found.map(({ rule, detail }) => ({ rule, detail: `${where}: ${detail}` })))
    }
  }
  return { disks, violations }
}

async function lookAtDisk(
  suite: Suite,
  stage: Stage,
  held: Parameters<Stage['holds']>[1],
  writeDisk: (folder: string) => void,
): Promise<Violation[]> {
  const folder = join(suite.work, Bun.randomUUIDv7())
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

/** Opens the database as the next start does: SQLite takes over its log, and an interrupted migration is finished. */
async function openOnce(data: string): Promise<void> {
  const dir = dataDir(data)
  makeDataDir(dir)
  await openDatabaseForCommand(dir, Date.now()).close()
}

/** The controls that the cuts must catch: a database and a store that do not wait for the disk. */
async function runControls(suite: Suite): Promise<Violation[]> {
  const stage = stages.find(({ name }) => name === 'work')
  if (stage === undefined) throw new Error('There is no work.')
  const withoutSync = ['--preload', join(import.meta.dir, 'faults/without-sync.ts')]
  const sources = join(import.meta.dir, '../src/main.ts')
  const database = await record(suite, stage, [process.execPath, ...withoutSync, sources])
  const store = await record(suite, stage, suite.daybook)
  const unsyncedStore = { ...store, calls: store.calls.filter((call) => !isSyncOfStore(call)) }
  return [
    ...(await requireCaught(
      suite,
      'synchronous = OFF',
      database,
      /^nothing acknowledged is lost$/,
    )),
    ...(await requireCaught(suite, 'no sync in the store', unsyncedStore, / has its file$/)),
  ]
}

function isSyncOfStore({ command, path }: DiskCall): boolean {
  return command === 'sync' && /^data\/(documents|images)/.test(path)
}

async function requireCaught(
  suite: Suite,
  control: string,
  recorded: Recorded,
  rule: RegExp,
): Promise<Violation[]> {
  const { violations } = await lookAtDisks(
    { ...suite, call: undefined, sample: controlMoments },
    recorded,
  )
  const caught = violations.filter((violation) => rule.test(violation.rule)).length
  console.log(`control, ${control}: ${caught} losses caught`)
  return caught > 0 ? [] : [{ rule: 'the power cuts catch what is not synced', detail: control }]
}
