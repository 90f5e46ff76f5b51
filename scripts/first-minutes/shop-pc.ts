import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Machine } from './lan.ts'
import type { Person } from './person.ts'

/** A step that takes longer than this hangs, in milliseconds. */
export const limitMs = 180_000
const lookAgainMs = 50

/** Daybook has no terminal here. Its errors go to the person who runs these checks. */
export const quiet = ['ignore', 'ignore', 'inherit'] as const

/** A PC with the release file and nothing else of Daybook. */
export type ShopPc = {
  /** The size of the release file, in bytes. */
  bytes: number
  /** Makes a program that can be opened from the downloaded file. */
  install(person: Person): void
  /** Double-clicks the program. Resolves with the address that the PC's browser would open. */
  open(person: Person): Promise<string>
  close(): Promise<void>
}

/** `folder` is empty; `program` is the built executable. */
export type Parts = { machine: Machine; folder: string; program: string }

/** Writes the program with which a desktop opens addresses. This program only notes the address. */
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
