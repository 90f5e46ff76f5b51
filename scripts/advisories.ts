// Looks for known advisories about packages in bun.lock. Asks the registry and says so if it does not answer, because the check also runs
// without a network.
import { join } from 'node:path'

/** After this time, the registry counts as silent. */
const answerLimitMs = 30_000

/** Advisories that cannot touch Daybook, by their address, and why each one cannot. */
const settled: ReadonlyMap<string, string> = new Map([])

/** The output of `bun audit --json`: the advisories of each package. */
type Advisories = Record<string, { url: string; title: string; severity: string }[]>

if (import.meta.main) await main()

async function main(): Promise<void> {
  const { advisories, problem } = await ask()
  if (advisories === undefined) {
    console.log(`NOT CHECKED, the registry gave no answer: ${problem}`)
    return
  }
  const known = openAdvisories(advisories, settled)
  for (const line of known) console.log(line)
  console.log(`${known.length} known advisories, ${settled.size} settled`)
  process.exitCode = known.length === 0 ? 0 : 1
}

/** A line for each advisory that is not settled. */
export function openAdvisories(
  advisories: Advisories,
  reasons: ReadonlyMap<string, string>,
): string[] {
  return Object.entries(advisories).flatMap(([name, its]) =>
    its
      .filter(({ url }) => !reasons.has(url))
      .map(({ severity, title, url }) => `${name} (${severity}): ${title} ${url}`),
  )
}

async function ask(): Promise<{ advisories: Advisories | undefined; problem: string }> {
  const audit = Bun.spawn([process.execPath, 'audit', '--json'], {
    cwd: join(import.meta.dir, '..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: answerLimitMs,
  })
  const [answer, problem] = await Promise.all([audit.stdout.text(), audit.stderr.text()])
  await audit.exited
  // `bun audit` ends with 1 both if there are advisories and if the registry did not answer.
  const advisories = readAnswer(answer)
  return { advisories, problem: problem.trim() || `nothing whole in ${answerLimitMs / 1000} s` }
}

/** Undefined if the text is no such answer: empty, a message of a proxy, or cut off by the time limit. */
export function readAnswer(answer: string): Advisories | undefined {
  try {
    const said: Advisories | null = JSON.parse(answer)
    return said !== null && Object.values(said).every(Array.isArray) ? said : undefined
  } catch {
    return undefined
  }
}
