import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Violation } from '../client-flow/proof.ts'
import { processes, withLimit, type Processes } from './processes.ts'

/** Where a drill works, the processes that it starts, and the rules that it finds broken. */
export type Drill = { work: string; processes: Processes; violations: Violation[] }

type Wish = {
  /** The folder of the drill has this name in its own. */
  name: string
  /** The drill is stopped and has failed after this time, in milliseconds. */
  limitMs?: number
  /** Keeps the folder also if no rule was broken. */
  keep?: boolean
  /** Shown after a failure, for readers who cannot open the folder. */
  lastWords?: (work: string) => string
}

/**
 * Runs a drill in its own folder and prints the sentence that it returns, and the broken rules. Then it ends the process.
 * No process of the drill outlives it. The folder stays if a rule was broken.
 */
export async function runDrill(wish: Wish, run: (drill: Drill) => Promise<string>): Promise<never> {
  const { name, limitMs = Infinity, keep = false, lastWords } = wish
  const work = mkdtempSync(join(tmpdir(), `daybook-${name}-`))
  const started = processes()
  const violations: Violation[] = []
  const endAll = async () => {
    await started.killAll()
    rmSync(work, { recursive: true, force: true })
    process.exit(1)
  }
  process.once('SIGINT', () => void endAll())
  process.once('SIGTERM', () => void endAll())
  try {
    const running = run({ work, processes: started, violations })
    const isLimited = Number.isFinite(limitMs)
    console.log(await (isLimited ? withLimit(running, limitMs, 'It took too long.') : running))
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
    violations.push({ rule: 'the drill comes to its end', detail })
  }
  await started.killAll()
  for (const { rule, detail } of violations) console.error(`BROKEN: ${rule}: ${detail}`)
  const failed = violations.length > 0
  if (failed && lastWords !== undefined) console.error(lastWords(work))
  if (failed || keep) console.error(`The data and the logs are in ${work}`)
  else rmSync(work, { recursive: true, force: true })
  process.exit(failed ? 1 : 0)
}
