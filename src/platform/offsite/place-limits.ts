import { AppError } from '../errors.ts'
import { staysBelow } from '../forms.ts'

/* What a place may name and send, whoever can write there. */

/** Names below one folder that are looked at: an image and its copies, or a piece of a backup, is one each. */
const namesMax = 1_000_000

/** Names of Daybook's own files are the same on every system. Throws AppError `invalid_request` for another. */
export function ownName(name: string): string {
  if (staysBelow(name)) return name
  throw new AppError(
    'invalid_request',
    `${JSON.stringify(name)} is no name of a file in a place for copies.`,
  )
}

/** What else is there is another program's. */
export function ownNames(names: readonly string[]): string[] {
  return names.filter(staysBelow)
}

export function requireFewer(title: string, names: number): void {
  if (names <= namesMax) return
  throw new AppError('invalid_request', `${title} has more files than Daybook ever writes there.`)
}

/** Undefined when there is more; what comes behind the limit is never asked for. */
export async function readUpTo(
  stream: ReadableStream<Uint8Array>,
  bytesMax: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of stream) {
    bytes += piece.byteLength
    if (bytes > bytesMax) return undefined
    pieces.push(piece)
  }
  return new Uint8Array(Buffer.concat(pieces))
}

export function tooLarge(title: string, name: string, bytesMax: number): AppError {
  return new AppError(
    'invalid_request',
    `${name} in ${title} is larger than the ${bytesMax} bytes that it may have: it was not read.`,
  )
}
