// Moves the executable's clock away and back with libfaketime, as a flat battery or a wrong year does. Nothing may be lost by it. Exits 1
// if something was. Says so if libfaketime is not installed.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runDrill } from './crash-loop/drill.ts'
import { daybookCommand, type Ended, type Processes } from './crash-loop/processes.ts'

/** In the form that libfaketime takes. */
const trips = ['-6y', '-1d', '+31d', '+45d', '+400d', '+10y']

/** In milliseconds. A night takes a second or two. The server makes up for a missed night 20 seconds after its start. */
const nightLimitMs = 240_000

const [library] = [...new Bun.Glob('/usr/lib/*/faketime/libfaketimeMT.so.1').scanSync('/')]

if (library === undefined) {
  console.log('not tried: libfaketime is not installed (Debian: faketime)')
} else {
  await runDrill({ name: 'time' }, async ({ work, processes, violations }) => {
    for (const trip of trips) {
      const root = join(work, trip)
      mkdirSync(root)
      const problems = await travel(processes, root, clockOf(library, trip))
      violations.push(...problems.map((detail) => ({ rule: trip, detail })))
    }
    return `${trips.length} trips`
  })
}

/** A command line that runs another command with a wrong clock. The monotonic clock stays right. */
function clockOf(faketime: string, trip: string): string[] {
  const env = [`LD_PRELOAD=${faketime}`, `FAKETIME=${trip}`, 'FAKETIME_DONT_FAKE_MONOTONIC=1']
  return ['env', ...env, 'DONT_FAKE_MONOTONIC=1']
}

/** A document comes in, then a night passes by the wrong clock and another by the right one. Returns the problems. */
async function travel(started: Processes, root: string, wrongClock: string[]): Promise<string[]> {
  const problems: string[] = []
  const check = (isRight: boolean, problem: string) => {
    if (!isRight) problems.push(problem)
  }
  const data = join(root, 'data')
  const daybook = (clock: string[], ...args: string[]) =>
    started.run([...clock, ...daybookCommand(false), ...args, '--data', data], {
      stdin: 'a long password\n',
    })
  const documents = async () => {
    const { stdout } = await daybook([], 'export', 'scans')
    const files = readdirSync(join(data, 'documents'), { recursive: true, withFileTypes: true })
    return [stdout.trim().split('\n').length, files.filter((file) => file.isFile()).length].join()
  }
  await fill(root, (...args) => daybook([], ...args))
  check((await documents()) === '1,1', 'The document did not come in.')

  for (const args of [[], ['--dry-run']]) {
    const { code, stderr } = await daybook(wrongClock, 'retention', 'run', ...args)
    check(code === 1 && isHeld(stderr), `The command was not held: ${stderr}`)
  }
  check((await documents()) === '1,1', 'The command deleted the document.')
  await night(started, data, wrongClock, 1)
  check((await documents()) === '1,1', 'The night deleted the document.')
  await night(started, data, [], 2)
  check((await documents()) === '1,1', 'The night after it deleted the document.')

  const { stdout } = await daybook([], 'retention', 'run', '--confirm-clock', '--json')
  check(stdout.includes('"scans":0'), `The confirmed clock deleted something: ${stdout}`)
  const backups: { name: string }[] = JSON.parse(
    (await daybook([], 'backup', 'list', '--json')).stdout,
  )
  for (const { name } of backups) {
    const { code, stderr } = await daybook([], 'backup', 'verify', name)
    check(code === 0, stderr)
  }
  return problems
}

async function fill(root: string, daybook: (...args: string[]) => Promise<Ended>): Promise<void> {
  const user = 'owner@example.com'
  const scan = {
    user,
    category: 'vendor_invoice',
    filename: 'bill.txt',
    raw: { invoice_metadata: { invoice_no: '1' }, line_items: [] },
    file: 'bill.txt',
  }
  writeFileSync(join(root, 'bill.txt'), 'a bill')
  writeFileSync(join(root, 'scans.jsonl'), `${JSON.stringify(scan)}\n`)
  await daybook('setup', '--organisation', 'Test', '--owner', user, '--password-stdin')
  await daybook('import', 'scans', join(root, 'scans.jsonl'))
}

function isHeld(sentence: string): boolean {
  return sentence.includes('--confirm-clock') && sentence.trimEnd().split('\n').length === 1
}

/** Serves until the backup of the night exists, which comes after the cleanup. `made` is the number of backups then. */
async function night(started: Processes, data: string, clock: string[], made: number) {
  const command = [...clock, ...daybookCommand(false), 'serve', '--json', '--port', '0']
  const server = started.startServer([...command, '--data', data], join(data, 'night.log'))
  await server.listening()
  const deadline = performance.now() + nightLimitMs
  while (backupsIn(data) < made && performance.now() < deadline) await Bun.sleep(50)
  if (backupsIn(data) < made) throw new Error('The night made no backup.')
  await server.stop()
}

function backupsIn(data: string): number {
  return readdirSync(join(data, 'backups')).filter((name) => name.endsWith('-nightly.tar')).length
}
