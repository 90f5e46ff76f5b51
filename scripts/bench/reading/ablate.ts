// `bun scripts/bench/reading/ablate.ts FOLDER [--only TEXT]`: switches off each part of the reader in turn and reads the papers that papers.ts
// put into the folder. Prints a line for each part: how many papers are read otherwise, and whether they are read better or worse.
import { parseArgs } from 'node:util'
import { program } from '../processes.ts'
import { type Change, changesOf } from './ablation/changes.ts'
import { type AblationInput, src, type Told } from './ablation/pages.ts'
import { dayOfReading } from './answers.ts'
import { keepWords } from './kept-words.ts'
import { papersIn } from './paper.ts'
import { type Answer, type Score, scorePaper, addScores, noScore } from './score.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Only files whose path contains this. */
    only: { type: 'string', default: '' },
  },
})
const [folder] = positionals
if (folder === undefined) throw new Error('Name the folder of papers.')
const papers = new Map(papersIn(folder).map((paper) => [paper.file, paper]))

/** Files with parts to switch off: they work on words. Pages are read once and kept. */
const places = /^reader\/((head|lines|bank|files)\/)?[\w-]+\.ts$/
/** A part is tried until so many papers are read otherwise. */
const changedMax = 4
/** The most papers that a part is tried with. */
const papersMax = 150
/** Papers that take longer are left out, in milliseconds. */
const msMax = 150
/** Without some parts the reader never ends, in seconds. */
const secondsMax = 120
/** For all papers, in seconds. */
const wholeSecondsMax = 3600
/** Readers that work at the same time. */
const atOnce = 2

await keepWords(folder)
const days = Object.fromEntries(
  [...papers].map(([file, { documents }]) => [file, dayOfReading(documents)]),
)
const files = [...new Bun.Glob('reader/**/*.ts').scanSync({ cwd: src })]
  .filter((file) => places.test(file))
  .toSorted()
const whole = (await readWith({ folder, days, changedMax: papers.size })) ?? []
const usual = Object.fromEntries(whole.map(({ name, answers }) => [name, answers]))
const usedBy = usersOf(
  (await readWith({ folder, days, changedMax: papers.size, marks: files })) ?? [],
)
const changes = files
  .filter((file) => file.includes(values.only))
  .flatMap((file) => changesOf(src, file))
console.error(
  `${changes.length} parts, ${whole.length} papers, ${(whole.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(1)} s`,
)
const usersOfChange = ({ file, line }: Change) => usedBy.get(`${file}:${line}`)?.length ?? 0
/** Parts that few papers use come first: they take the least time. */
const left = changes.toSorted((a, b) => usersOfChange(a) - usersOfChange(b)).values()
await Promise.all(Array.from({ length: atOnce }, measureLeft))

/** The papers that each part is used for. Papers that take long say little for their time. */
function usersOf(told: readonly Told[]): Map<string, string[]> {
  const users = new Map<string, string[]>()
  for (const { name, used, ms } of told) {
    if (ms > msMax) continue
    for (const part of used) users.set(part, [...(users.get(part) ?? []), name])
  }
  return users
}

async function measureLeft(): Promise<void> {
  for (const change of left) {
    console.log(`${await measure(change)}\t${change.file}:${change.line}\t${change.what}`)
  }
}

async function measure(change: Change): Promise<string> {
  const only = usedBy.get(`${change.file}:${change.line}`)
  if (only === undefined) return 'not used'
  const told = await readWith({
    folder: folder ?? '',
    days,
    change,
    usual,
    changedMax,
    only: only.slice(0, papersMax),
  })
  if (told === undefined) return `ended of ${only.length}`
  const changed = told.map(({ name }) => name)
  if (changed.length === 0) return `no paper of ${only.length}`
  const before = total(changed, usual)
  const after = total(changed, Object.fromEntries(told.map(({ name, answers }) => [name, answers])))
  const right = after.headsRight + after.cellsRight - before.headsRight - before.cellsRight
  return `${changed.length} of ${only.length}\tright ${right}\tsilent ${after.silent - before.silent}\tdelivered ${after.delivered - before.delivered}\twhole ${after.whole - before.whole}`
}

function total(names: readonly string[], answers: Record<string, Answer[]>): Score {
  return names
    .map((name) => scorePaper(papers.get(name)?.documents ?? [], answers[name] ?? []).score)
    .reduce(addScores, noScore)
}

/** Undefined when the reader does not come to an end, or does not start, without the part. */
async function readWith(input: AblationInput): Promise<Told[] | undefined> {
  const child = Bun.spawn(program('reading/ablation/reader.ts'), {
    stdin: new Blob([JSON.stringify(input)]),
    stdout: 'pipe',
    stderr: input.change === undefined ? 'inherit' : 'ignore',
    timeout: (input.change === undefined ? wholeSecondsMax : secondsMax) * 1000,
  })
  const [text, code] = await Promise.all([new Response(child.stdout).text(), child.exited])
  return code === 0 ? JSON.parse(text) : undefined
}
