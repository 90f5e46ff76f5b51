import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readingEnvironment } from '../src/reader/pages/read-process.ts'
import { ownProgram } from '../src/platform/own-program.ts'
import { seededRandom } from './demo/random.ts'
import { password } from './bench/reading/degrade/degradations.ts'
import { mutantOf } from './fuzz/mutants.ts'
import { seedFiles } from './fuzz/seed-files.ts'
// Lets Daybook read randomly damaged files, each in the process that reads documents. The process must answer, refuse with a reason, or be
// ended, always within its time and its memory. A file that breaks a rule is kept. Exits 1 if a rule was broken.

/** In bytes: the memory that a process may take, and how far above it may be when it is measured. */
const bytesMax = 600 * 1024 * 1024
const bytesOver = 120 * 1024 * 1024

/** In milliseconds: how long a process may take. Mutants have at most two pages, or are refused. */
const limitMs = 90_000

/** The context for the reader. The second password opens the locked files. */
const context = JSON.stringify({
  ownGstin: '',
  vendorNames: [],
  today: '2026-11-22',
  passwords: ['guessed', password],
})

/** The built program if it is named, else the source tree's. */
const built = process.env['DAYBOOK_EXECUTABLE']
const daybook = built === undefined ? ownProgram() : [built]

type Outcome = 'read' | 'refused' | 'failed' | 'ended'

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    at: { type: 'string', default: '2' },
    /** Tries only files made from files of this kind. */
    only: { type: 'string' },
    keep: { type: 'string', default: join(import.meta.dir, '../dist/fuzz') },
  },
})
await fuzz(Number(values.files), Number(values.seed), Number(values.at))

async function fuzz(files: number, seed: number, atOnce: number): Promise<void> {
  const seeds = Object.entries(await seedFiles()).flatMap(([kind, some]) =>
    kind === (values.only ?? kind) ? some : [],
  )
  const counts: Record<Outcome, number> = { read: 0, refused: 0, failed: 0, ended: 0 }
  const broken: string[] = []
  const folder = mkdtempSync(join(tmpdir(), 'daybook-fuzz-'))
  let next = 0
  const work = async () => {
    while (next < files) {
      const number = next++
      const random = seededRandom(seed * 1_000_003 + number)
      const mutant = mutantOf(random.pick(seeds), random.pick(seeds), random)
      const path = join(folder, String(number))
      writeFileSync(path, mutant)
      const { outcome, fault } = await read(path)
      counts[outcome]++
      if (fault !== undefined) broken.push(keep(number, mutant, fault))
      rmSync(path)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  rmSync(folder, { recursive: true })
  const told = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`)
  for (const line of broken) console.log(line)
  console.log(`${files} files that went wrong: ${told.join(', ')}; ${broken.length} broke a rule`)
  process.exit(broken.length > 0 ? 1 : 0)
}

/** The outcome of a file, and the broken rule, if any. */
async function read(path: string): Promise<{ outcome: Outcome; fault?: string }> {
  const child = Bun.spawn([...daybook, 'read', path], {
    stdio: [new Blob([context]), 'pipe', 'pipe'],
    env: readingEnvironment,
    killSignal: 'SIGKILL',
    timeout: limitMs,
  })
  const [said, complaint] = await Promise.all([child.stdout.text(), child.stderr.text()])
  const code = await child.exited
  const bytes = child.resourceUsage()?.maxRSS ?? 0
  if (bytes > bytesMax + bytesOver) return { outcome: 'ended', fault: `took ${bytes} bytes` }
  // The server ends a process after a minute, but no mutant should take that long.
  if (child.signalCode === 'SIGKILL') return { outcome: 'ended' }
  // If the reader crashes, the server says that the file cannot be read.
  if (code !== 0) return { outcome: 'failed', ...(complaint === '' && { fault: `exit ${code}` }) }
  const answer = said.trim().split('\n').at(-1) ?? ''
  try {
    const told: object = JSON.parse(answer)
    return { outcome: 'problem' in told ? 'refused' : 'read' }
  } catch {
    return { outcome: 'failed', fault: `answered ${JSON.stringify(answer.slice(0, 80))}` }
  }
}

function keep(number: number, mutant: Uint8Array, fault: string): string {
  mkdirSync(values.keep, { recursive: true })
  const path = join(values.keep, `mutant-${number}`)
  writeFileSync(path, mutant)
  return `${path}: ${fault}`
}
