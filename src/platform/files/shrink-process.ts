import { type Ended, type ProcessLimits, startLimited } from '../limited-process.ts'

/** The limits for one copy: an image of 40 megapixels takes a slow computer a few seconds. */
const copyLimits: ProcessLimits = { processorMs: 20_000, clockMs: 4 * 60_000 }

/** The process ends after this long without work, in milliseconds: the next image of a bulk comes sooner. */
const idleMs = 5000

/** The largest copy, in bytes: no image is larger, and a copy is smaller than its image. */
const copyBytesMax = 5 * 1024 * 1024

/** Bytes of the length that is sent before each copy. */
const lengthBytes = 4

/** A copy (empty where the image itself serves), or how the process ended that should have made the copy. */
type Shrunk = { bytes: Uint8Array<ArrayBuffer> } | { ended: Ended }

/**
 * Makes smaller copies of images in a separate process (`daybook shrink`), one after another. The process starts on demand and stays for
 * the work that follows soon: starting it takes longer than most copies.
 */
export type ShrinkProcess = {
  /** Only one call at a time. */
  shrink(path: string, width: number): Promise<Shrunk>
  /** Ends the process, whatever it is doing. */
  stop(): void
}

export function shrinkProcess(limits: ProcessLimits = copyLimits): ShrinkProcess {
  let running: Running | undefined
  let idle: Timer | undefined
  const stop = () => {
    clearTimeout(idle)
    running?.stop()
    running = undefined
  }
  return {
    stop,
    async shrink(path, width) {
      clearTimeout(idle)
      // If the process ended while idle, no image is to blame.
      if (running === undefined || running.isOver()) running = start(limits)
      const shrunk = await running.ask(path, width)
      if ('ended' in shrunk) running = undefined
      else idle = setTimeout(stop, idleMs).unref()
      return shrunk
    },
  }
}

type Running = { ask: ShrinkProcess['shrink']; isOver(): boolean; stop(): void }

function start(limits: ProcessLimits): Running {
  const stopping = new AbortController()
  const { signal } = stopping
  const child = startLimited({ args: ['shrink'], stdin: 'pipe', limits, isPatient: true, signal })
  const take = exactReaderOf(child.stdout)
  const ending = child.end()
  let isOver = false
  void ending.then(() => (isOver = true))
  return {
    isOver: () => isOver,
    stop: () => stopping.abort(),
    async ask(path, width) {
      child.renew()
      child.tell(`${JSON.stringify([path, width])}\n`)
      const length = readLength(await take(lengthBytes))
      const bytes = length > copyBytesMax ? undefined : await take(length)
      if (bytes !== undefined) return { bytes }
      stopping.abort()
      return { ended: await ending }
    },
  }
}

/** The process sends this before a copy: its length in bytes. */
export function lengthOf({ length }: Uint8Array): Uint8Array {
  const head = new DataView(new ArrayBuffer(lengthBytes))
  head.setUint32(0, length)
  return new Uint8Array(head.buffer)
}

function readLength(head: Uint8Array<ArrayBuffer> | undefined): number {
  return head === undefined ? Infinity : new DataView(head.buffer, head.byteOffset).getUint32(0)
}

type Bytes = Uint8Array<ArrayBuffer>

/** Reads exactly `length` bytes of a stream with each call. Undefined where the stream ends before. */
function exactReaderOf(
  stream: ReadableStream<Bytes>,
): (length: number) => Promise<Bytes | undefined> {
  const reader = stream.getReader()
  let rest: Bytes = new Uint8Array()
  return async (length) => {
    while (rest.length < length) {
      const { value } = await reader.read()
      if (value === undefined) return undefined
      rest = new Uint8Array(Buffer.concat([rest, value]))
    }
    const taken = rest.slice(0, length)
    rest = rest.slice(length)
    return taken
  }
}
