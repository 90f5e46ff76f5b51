import http from 'node:http'
import { AppError } from '../../errors.ts'

/** The limit for the address and all headers of a request together, in bytes: the same as Node's and Bun's own. */
const headerBytesMax = 16 * 1024

/**
 * Bun's limit, in bytes: a second net behind ours. Beyond it, or with some 190 headers, Bun answers 431 without a body and ends the
 * connection (source: measured with Bun 1.4.5).
 */
const bunHeaderBytesMax = 128 * 1024

/** Lets Bun accept larger headers than we do, so that our refusal can give a reason. */
export function raiseHeaderLimit(): void {
  Object.assign(http, { maxHeaderSize: bunHeaderBytesMax })
}

/** Throws AppError `headers_too_large`. */
export function refuseLargeHeaders({ url, headers }: Request): void {
  let bytes = url.length
  for (const [name, value] of headers) bytes += name.length + value.length
  if (bytes <= headerBytesMax) return
  throw new AppError(
    'headers_too_large',
    `The address and the headers have ${bytes} bytes together, and at most ${headerBytesMax} are allowed: send fewer or shorter ones.`,
  )
}
