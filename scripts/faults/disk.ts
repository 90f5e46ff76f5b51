import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'

/** How a call can go wrong: it fails with this error, or it writes half of what it was given. */
export const faultKinds = ['EIO', 'ENOSPC', 'EACCES', 'short'] as const

/** The `n`th call that reaches the disk goes wrong. */
export type Fault = { n: number; kind: (typeof faultKinds)[number] }

/** The calls that were met: how many there were, and the one that went wrong ("write data/daybook.db-wal"). */
export type Met = { total: number; failed: string | undefined }

/** Builds the program that stands between another one and the disk. Returns its path, or why it cannot be built. */
export async function buildDisk(folder: string): Promise<{ disk: string } | { reason: string }> {
  const compiler = Bun.which('cc')
  if (process.platform !== 'linux' || process.arch !== 'x64' || compiler === null) {
    return { reason: 'it takes Linux on x86-64 with a C compiler (cc)' }
  }
  const disk = join(folder, 'disk')
  const source = join(import.meta.dir, 'disk.c')
  const compile = Bun.spawn([compiler, '-O2', '-o', disk, source])
  if ((await compile.exited) !== 0) throw new Error('disk.c does not compile')
  const tried = Bun.spawn([disk, folder, join(folder, 'tried.report'), '--', '/bin/true'])
  return (await tried.exited) === 0 ? { disk } : { reason: 'this system lets no program be traced' }
}

/** A command as it runs with a fault below `folder`. */
export function withFault(
  disk: string,
  folder: string,
  { n, kind }: Fault,
  command: readonly string[],
): string[] {
  const fault = kind === 'short' ? ['--short', `${n}`] : ['--fail', `${n}`, errno(kind)]
  return [disk, folder, reportFile(folder), ...fault, '--', ...command]
}

/** A command as it runs while everything that it does below `folder` is written down (see record.ts). */
export function withRecord(disk: string, folder: string, command: readonly string[]): string[] {
  return [disk, folder, reportFile(folder), '--record', recordFile(folder), '--', ...command]
}

export function recordFile(folder: string): string {
  return `${folder}.record`
}

export function readMet(folder: string): Met {
  const file = reportFile(folder)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  const total = lines.find((line) => line.startsWith('total '))
  const failed = lines.find((line) => line !== total && line !== '')
  return { total: Number(total?.slice('total '.length) ?? 0), failed }
}

function reportFile(folder: string): string {
  return `${folder}.report`
}

function errno(kind: Exclude<Fault['kind'], 'short'>): string {
  return String(constants.errno[kind])
}
