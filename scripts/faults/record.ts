import { readFileSync } from 'node:fs'

/** A call that changed what is below the folder, as disk.c wrote it down. Paths are relative to the folder. */
export type DiskCall = {
  act: 'write' | 'sync' | 'rename' | 'link' | 'unlink' | 'open' | 'mkdir' | 'rmdir' | 'truncate'
  /** A write's offset, a file's new length, or the flags with which it was opened. */
  number: number
  data: Buffer
  path: string
  /** The second name that a rename or a link gave. */
  to: string
  /** Bytes of the record behind this call. */
  end: number
}

const lineEnd = 0x0a

export function readRecord(file: string): DiskCall[] {
  const record = readFileSync(file)
  const calls: DiskCall[] = []
  let at = 0
  while (at < record.length) {
    const dataAt = record.indexOf(lineEnd, at) + 1
    const [act = '', number = '', size = '', path = '', to = ''] = record
      .toString('utf8', at, dataAt - 1)
      .split('\t')
    at = dataAt + Number(size)
    const data = record.subarray(dataAt, at)
    calls.push({ act: actOf(act), number: Number(number), data, path, to, end: at })
  }
  return calls
}

const acts = [
  'write',
  'sync',
  'rename',
  'link',
  'unlink',
  'open',
  'mkdir',
  'rmdir',
  'truncate',
] as const

function actOf(text: string): DiskCall['act'] {
  const act = acts.find((name) => name === text)
  if (act === undefined) throw new Error(`The record is damaged: ${text}`)
  return act
}
