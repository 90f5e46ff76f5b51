import { AppError, hasCode } from '../../platform/errors.ts'
import { sleep } from '../../platform/time.ts'

/** Limits each single wait. The time between two waits does not count. */
class Patience {
  readonly #ms: number
  readonly #over = new AbortController()

  constructor(ms: number) {
    this.#ms = ms
  }

  get signal(): AbortSignal {
    return this.#over.signal
  }

  async wait<Result>(work: () => Promise<Result>): Promise<Result> {
    const giveUp = () => this.#over.abort(new DOMException('Nothing came.', 'TimeoutError'))
    const timer = setTimeout(giveUp, this.#ms)
    try {
      return await work()
    } finally {
      clearTimeout(timer)
    }
  }

  async *pieces<Piece>(stream: ReadableStream<Piece>): AsyncGenerator<Piece> {
    const reader = stream.getReader()
    try {
      for (;;) {
        const { done, value } = await this.wait(() => reader.read())
        if (done) return
        yield value
      }
    } finally {
      await reader.cancel()
    }
  }
}

/**
 * References to characters that XML does not allow, such as `&#4; Not Applicable`. Tally writes these, and also the characters
 * themselves.
 */
const illegalReference = /&#(?:[0-8]|1[124-9]|2\d|3[01]|x0*(?:[0-8bcefBCEF]|1[0-9a-fA-F]));/g
// Matching control characters is the purpose: tab, line feed and carriage return stay.
// oxlint-disable-next-line no-control-regex
const illegalCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** The length of the longest reference that two pieces could split. */
const referenceMax = '&#x00001f;'.length

/** Removes from a stream of pieces what XML parsers reject. */
export class Scrubber {
  #held = ''

  scrub(piece: string): string {
    const text = this.#held + piece
    const ampersand = text.lastIndexOf('&')
    const isCut = ampersand >= text.length - referenceMax && !text.includes(';', ampersand)
    const end = ampersand >= 0 && isCut ? ampersand : text.length
    this.#held = text.slice(end)
    return scrubbed(text.slice(0, end))
  }

  end(): string {
    const text = scrubbed(this.#held)
    this.#held = ''
    return text
  }
}

/**
 * How long Tally may be silent, in milliseconds. An answer in pieces may take longer in all, and so may its reader. Tally continues a
 * write that takes longer: 523 s were seen once.
 */
export type TallyLimits = { connectMs: number; answerMs: number }

export const tallyLimits: TallyLimits = { connectMs: 3_000, answerMs: 120_000 }

const httpPort = 80

/** The most characters of an answer that is read whole, such as the vouchers of one look-up. Masters are streamed. */
const answerCharactersMax = 64 * 1024 * 1024

/** The answer, or `lost`: nobody knows whether Tally took the request. */
type Sent = { answer: string } | { lost: string }

/**
 * Tally's XML server. Sends one request at a time, each on its own connection: on a kept connection that breaks, the HTTP client would
 * send the request a second time by itself.
 */
export type Transport = {
  /** Whether anything answers at the address. During a dialog in Tally the server is open, but answers nothing. */
  isOpen(): Promise<boolean>
  /** Throws AppError `unavailable` with `health` in its details: `closed` or `silent`. */
  read(request: string): Promise<string>
  /** The same as a stream. Other requests wait meanwhile. */
  readPieces(request: string): AsyncGenerator<string>
  /** After a lost answer, throws AppError `unavailable` before sending anything, until a read has been answered. */
  write(request: string): Promise<Sent>
}

export function tallyAt(url: string, limits: TallyLimits = tallyLimits): Transport {
  const turns = new Turns()
  let owesAnswer = false

  async function* readPieces(request: string): AsyncGenerator<string> {
    using _ = await turns.take()
    try {
      yield* answered(url, request, limits)
      owesAnswer = false
    } catch (error) {
      throw asUnreached(error, url)
    }
  }

  return {
    isOpen: () => answersAt(url, limits.connectMs),
    readPieces,
    async read(request) {
      return await joined(readPieces(request))
    },
    async write(request) {
      using _ = await turns.take()
      if (owesAnswer) throw silent('It has not answered since something was sent.')
      owesAnswer = true
      try {
        const answer = await joined(answered(url, request, limits))
        owesAnswer = false
        return { answer }
      } catch (error) {
        if (error instanceof Error) return { lost: error.message }
        throw error
      }
    },
  }
}

/** Whether an error says that Tally could not be reached or did not answer. Then further requests will fail too. */
export function healthOf(error: unknown): 'closed' | 'silent' | undefined {
  if (!(error instanceof AppError)) return undefined
  const { health } = error.details
  return health === 'closed' || health === 'silent' ? health : undefined
}

async function post(url: string, request: string, signal: AbortSignal): Promise<Response> {
  return await fetch(url, {
    method: 'POST',
    // Other encodings lose non-ASCII characters, and without this header Tally does not understand the request.
    headers: { 'content-type': 'text/xml; charset=utf-16', connection: 'close' },
    body: utf16(request),
    keepalive: false,
    redirect: 'error',
    signal,
  })
}

/** UTF-16LE bytes with a byte order mark. */
function utf16(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))
}

/** The text of an answer. It is UTF-16 without a byte order mark, where every second byte of the first characters is 0, or UTF-8. */
async function* answered(
  url: string,
  request: string,
  { answerMs }: TallyLimits,
): AsyncGenerator<string> {
  const patience = new Patience(answerMs)
  const { body } = await patience.wait(() => post(url, request, patience.signal))
  if (body === null) return
  const scrubber = new Scrubber()
  let decoder: TextDecoder | undefined
  for await (const bytes of patience.pieces(body)) {
    decoder ??= new TextDecoder(bytes[1] === 0 || bytes[0] === 0xff ? 'utf-16le' : 'utf-8')
    yield scrubber.scrub(decoder.decode(bytes, { stream: true }))
  }
  yield scrubber.end()
}

async function joined(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) {
    text += piece
    if (text.length > answerCharactersMax)
      throw silent('It answered more than can be read at once.')
  }
  return text
}

async function answersAt(url: string, connectMs: number): Promise<boolean> {
  const { hostname, port } = new URL(url)
  const given = new AbortController()
  const opening = Bun.connect({
    hostname,
    port: Number(port === '' ? httpPort : port),
    socket: { data() {} },
  }).then(
    (socket) => socket.end() >= 0,
    // An unknown host name, or a closed port.
    () => false,
  )
  const isOpen = await Promise.race([opening, sleep(connectMs, given.signal).then(() => false)])
  given.abort()
  return isOpen
}

export function closedAt(url: string): AppError {
  return new AppError(
    'unavailable',
    `Nobody answers at ${url}: Tally is not running there, or its port is closed.`,
    { health: 'closed' },
  )
}

function silent(why: string): AppError {
  return new AppError('unavailable', `Tally does not answer. ${why}`, { health: 'silent' })
}

function asUnreached(error: unknown, url: string): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  if (hasCode(error, ['ECONNREFUSED'])) return closedAt(url)
  return silent(error.name === 'TimeoutError' ? 'It was asked and said nothing.' : error.message)
}

/** Grants turns one at a time, in the order of the requests. */
class Turns {
  #last: Promise<void> = Promise.resolve()

  async take(): Promise<Disposable> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    return { [Symbol.dispose]: resolve }
  }
}

function scrubbed(text: string): string {
  return text.replace(illegalReference, '').replace(illegalCharacter, '')
}
