import { isBrokenOff } from './body.ts'

/**
 * The most of a refused body that is read before the refusal is sent, in bytes: of a client that says that it closes the
 * connection, and of others. Those may speak HTTP/1.0 as well, which Bun does not tell; to all that keep the connection the
 * refusal could go at once.
 */
const discardedBytesMax = { closes: 256 * 1024 * 1024, other: 64 * 1024 * 1024 }

/** A client that sends nothing more of a refused body for so long is sent the refusal, in milliseconds. */
const discardPauseMs = 1000

/**
 * Reads the rest of a refused body and throws it away. A server that closes a connection with bytes unread resets it, and
 * the client loses the refusal (source: RFC 9112, 9.6): every client that sends `Connection: close` or HTTP/1.0 and looks
 * for an answer only when all is sent. A client that pauses is waiting for the answer already. Undefined where there is
 * nothing left to read.
 */
export function discardRest({ body, headers }: Request): Promise<void> | undefined {
  if (body === null || body.locked) return undefined
  const closes = headers.get('connection')?.toLowerCase() === 'close'
  return discard(body, closes ? discardedBytesMax.closes : discardedBytesMax.other)
}

async function discard(body: ReadableStream<Uint8Array>, bytesMax: number): Promise<void> {
  const reader = body.getReader()
  const pause = setTimeout(() => void reader.cancel(), discardPauseMs)
  try {
    let left = bytesMax
    for (let read = await reader.read(); !read.done && left > 0; read = await reader.read()) {
      left -= read.value.byteLength
      pause.refresh()
    }
  } catch (error) {
    // Nobody is left to read the refusal.
    if (!isBrokenOff(error)) throw error
  } finally {
    clearTimeout(pause)
  }
}
