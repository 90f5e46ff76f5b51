import { readFileSync } from 'node:fs'

/** A call that changed what is below the folder, as disk.c wrote it down. Paths are relative to the folder. */
export type DiskCall = {
  command: 'write' | 'sync' | 'rename' | 'link' | 'unlink' | 'open' | 'mkdir' | 'rmdir' | 'truncate'
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
    const [command = '', number = '', size = '', path = '', to = ''] = record
      .toString('utf8', at, dataAt - 1)
      .split('\t')
    at = dataAt + Number(size)
    const data = record.subarray(dataAt, at)
    calls.push({ command: commandOf(command), number: Number(number), data, path, to, end: at })
  }
  return calls
}

const commands = [
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

function commandOf(text: string): DiskCall['command'] {
  const command = commands.find((name) => name === text)
  if (command === undefined) throw new Error(`The record is damaged: ${text}`)
  return command
}
