// Measures how long a shop takes from the download to a phone on its network over HTTPS, and proves that no step needs a terminal. A PC
// with only the release file and a phone are in a network of their own. Needs root on Linux. Prints the time of each step. Exits 1 if a
// step fails, or if all steps take longer than three minutes.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installPackages } from './debian-packages.ts'
import { Diary, type Entry } from './first-minutes/diary.ts'
import { makeLan } from './first-minutes/lan.ts'
import { linuxPc } from './first-minutes/linux-pc.ts'
import { walk } from './first-minutes/walk.ts'
import { windowsPc } from './first-minutes/windows-pc.ts'

const usage = `Usage: bun scripts/first-minutes.ts [--windows] [--screens FOLDER]
  --windows          the PC is Wine with what the installer puts there (first scripts/windows/prepare.ts), not a bare Linux
  --screens FOLDER   takes a picture after each step`

/** The limit for all steps together, in seconds. */
const limit = 180

/** The speed of a shop's line, in bits a second. The download's time is calculated from it and is part of the three minutes. */
const lineBits = 50_000_000

const root = join(import.meta.dir, '..')

await main()

async function main(): Promise<void> {
  const { windows, screens, help } = parseArgs({
    options: {
      windows: { type: 'boolean', default: false },
      screens: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  }).values
  if (help) return console.log(usage)
  if (screens !== undefined) mkdirSync(screens, { recursive: true })
  installPackages(['libnss3-tools'])
  const folder = mkdtempSync(join(tmpdir(), 'daybook-minutes-'))
  try {
    const diary = new Diary(screens)
    report(await tryAll({ windows, folder, diary }), diary.entries)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Trial = { windows: boolean; folder: string; diary: Diary }

/** Returns the size of the release file, in bytes. */
async function tryAll({ windows, folder, diary }: Trial): Promise<number> {
  using lan = makeLan()
  const program = join(root, windows ? 'dist/daybook-windows-x64.exe' : 'dist/daybook')
  const pc = (windows ? windowsPc : linuxPc)({ machine: lan.pc, folder, program })
  try {
    await walk({ lan, pc, folder, diary })
  } finally {
    await pc.close()
  }
  return pc.bytes
}

function report(bytes: number, steps: readonly Entry[]): void {
  console.log(`${''.padEnd(24)}machine    person  clicks  keys`)
  for (const { name, machine, person, clicks, keys, note } of steps) {
    const figures = [seconds(machine, 7), seconds(person, 9), count(clicks, 7), count(keys, 5)]
    console.log(`${name.padEnd(22)}${figures.join(' ')}  ${note}`.trimEnd())
  }
  const sum = (figure: (entry: Entry) => number) =>
    steps.reduce((total, entry) => total + figure(entry), 0)
  const machine = sum((entry) => entry.machine)
  const person = sum((entry) => entry.person)
  const download = (bytes * 8) / lineBits
  const all = download + machine + person
  const hand = `${sum((entry) => entry.clicks)} clicks and ${sum((entry) => entry.keys)} keys`
  const file = `${Math.round(bytes / 1e6)} MB at ${lineBits / 1e6} Mbit/s`
  console.log(
    `${Math.round(all)} s without a terminal: ${Math.round(download)} s for ${file}, ${Math.round(machine)} s the machine, ${Math.round(person)} s for ${hand}; load ${loadavg()[0]?.toFixed(1)}`,
  )
  if (all > limit) process.exitCode = 1
}

function seconds(figure: number, width: number): string {
  return `${figure.toFixed(1)} s`.padStart(width)
}

function count(figure: number, width: number): string {
  return String(figure).padStart(width)
}
