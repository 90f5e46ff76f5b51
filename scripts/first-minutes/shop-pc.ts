import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Machine } from './lan.ts'
import type { Person } from './person.ts'

/** What takes longer hangs, in milliseconds. */
export const limitMs = 180_000
const lookAgainMs = 50

/** Daybook has no terminal: what goes wrong there is for whoever runs this. */
export const quiet = ['ignore', 'ignore', 'inherit'] as const

/** A PC with the release file and nothing else of Daybook. */
export type ShopPc = {
  /** Of the release file, in bytes. */
  bytes: number
  /** From the file in the folder of downloads to a program that can be opened. */
  install(person: Person): void
  /** The double click. Resolves with the address that the PC's browser is opened with. */
  open(person: Person): Promise<string>
  close(): Promise<void>
}

/** `folder` is empty; `program` is the built executable. */
export type Parts = { machine: Machine; folder: string; program: string }

/** Puts there what a desktop opens addresses with; it notes them instead. */
export function writeOpener(file: string, noted: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\nprintf '%s' "$1" > ${noted}\n`)
  chmodSync(file, 0o755)
}

/** Returns the address that the opener noted. Throws if no address comes. */
export async function openedWith(noted: string): Promise<string> {
  const end = performance.now() + limitMs
  while (performance.now() < end) {
    const text = existsSync(noted) ? readFileSync(noted, 'utf8') : ''
    if (text !== '') return text
    await Bun.sleep(lookAgainMs)
  }
  throw new Error('No browser was opened: without a terminal nobody sees anything of Daybook.')
}

export async function endDaybook(daybook: Bun.Subprocess | undefined): Promise<void> {
  daybook?.kill('SIGTERM')
  await daybook?.exited
}
