import { AppError } from '../../platform/errors.ts'
import { isBelow, pathOf, contextOf } from '../../platform/http/request.ts'
import type { HttpService } from '../../platform/http/service.ts'
import { bringsTestKey } from '../keys/guard.ts'
import type { Service } from '../keys/rules.ts'

/** The known facts about the copy for test keys. Times in milliseconds since the epoch. */
export type CopyFacts = { madeAt: number; usedAt: number; bytes: number }

/** The copy, as a service uses it. */
export type TestDesk = {
  /** Answers from the copy, and makes a missing copy first. Throws AppError `out_of_space`. */
  answer(service: Service, request: Request): Promise<Response>
  /** Replaces the copy by a new one of the current book. Throws AppError `out_of_space`. */
  reset(): Promise<CopyFacts>
  endWaits(): void
}

type Sides = {
  /** Answers all keys except test keys. */
  book: HttpService
  /** What test keys may do with the copy itself. */
  copyItself: HttpService
  /** Undefined on a copy of the book, which has no copy of its own. */
  desk: TestDesk | undefined
}

/**
 * A service that answers test keys from the copy and all other keys from the book. The beginning of a key decides, before any lookup. The
 * guard of each side then refuses the keys of the other.
 */
export function withTestKeys({ book, copyItself, desk }: Sides): HttpService {
  // The book is asked first: then the few calls about the copy are built only for those who make them.
  const isOfCopyItself = (request: Request) => {
    const path = relativePath(request, book.prefix)
    return book.endpoints(path) === undefined && copyItself.endpoints(path) !== undefined
  }
  return {
    ...book,
    endpoints: (path) => book.endpoints(path) ?? copyItself.endpoints(path),
    authorise(request, endpoint) {
      const isTest = bringsTestKey(request) || isOfCopyItself(request)
      const side = isTest ? copyItself : book
      side.authorise(request, endpoint)
    },
    bringsTestKey,
    cached: (request) => (bringsTestKey(request) ? undefined : book.cached(request)),
    handle(request) {
      if (isOfCopyItself(request)) return copyItself.handle(request)
      if (!bringsTestKey(request)) return book.handle(request)
      if (desk === undefined) throw noCopyHere()
      return answerOrFail(request, () => desk.answer(serviceName(book), request))
    },
    endWaits() {
      book.endWaits?.()
      desk?.endWaits()
    },
  }
}

export function noCopyHere(): AppError {
  return new AppError(
    'unavailable',
    'This Daybook follows another one: test keys work at that one alone.',
  )
}

function serviceName({ name }: HttpService): Service {
  return name === 'scan-export' ? 'scan-export' : 'storefront'
}

function relativePath({ url }: Request, prefix: string): string {
  const path = pathOf(url)
  return isBelow(path, prefix) ? path.slice(prefix.length) : path
}

// Failures that a test key may request with a header, so that integrators can try how their client handles them. For keys of the book the
// header does nothing.

const failHeader = 'daybook-test-fail'

/** The failures that can be requested, and their effects. */
const failures = {
  '429': 'nothing is done: 429 with `Retry-After: 1`',
  '500': 'nothing is done: 500',
  '500-after-commit': 'it is done, and the answer is 500 all the same',
  cut: 'it is done, and the connection ends in the middle of the answer',
  slow: 'it is done, and the answer comes after 20 seconds',
} as const

type Failure = keyof typeof failures

/** How long a slow answer takes, in milliseconds: longer than most programs wait. */
const slowMs = 20_000

/** Answers, or fails as the request asks. Throws AppError, including `invalid_request` for an unknown failure. */
async function answerOrFail(request: Request, answer: () => Promise<Response>): Promise<Response> {
  const failure = failureOf(request)
  if (failure === '429') {
    throw new AppError('rate_limited', 'Refused as asked for. Try again in 1 second.', {
      retryAfterSeconds: 1,
    })
  }
  if (failure === '500') throw askedFor('Nothing was done.')
  const reply = await answer()
  // Losing an answer makes sense only when something was done.
  if (!reply.ok && failure !== 'slow') return reply
  if (failure === '500-after-commit') throw askedFor('What was sent is done all the same.')
  if (failure === 'cut' && contextOf(request).isHead !== true) return await cutReply(reply)
  if (failure === 'slow') await pause(request.signal)
  return reply
}

function failureOf({ headers }: Request): Failure | undefined {
  const asked = headers.get(failHeader)?.trim()
  if (asked === undefined || asked === '') return undefined
  if (isFailure(asked)) return asked
  throw new AppError(
    'invalid_request',
    `Daybook-Test-Fail must be one of ${Object.keys(failures).join(', ')}, got "${asked.slice(0, 50)}".`,
  )
}

function isFailure(text: string): text is Failure {
  return Object.hasOwn(failures, text)
}

function askedFor(what: string): AppError {
  return new AppError('internal', `Failed as asked for. ${what}`)
}

/** Sends half of the answer, and then ends the connection, as when a cable is pulled. */
async function cutReply(reply: Response): Promise<Response> {
  const bytes = await reply.bytes()
  const half = bytes.subarray(0, Math.floor(bytes.byteLength / 2))
  let isSent = false
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!isSent && half.byteLength > 0) {
        isSent = true
        controller.enqueue(half)
        return
      }
      // Otherwise the first half would be held back too.
      await Bun.sleep(cutAfterMs)
      controller.error(new Error('Cut as asked for.'))
    },
  })
  return new Response(body, { status: reply.status, headers: reply.headers })
}

/** How long the first half has to leave, in milliseconds. */
const cutAfterMs = 50

/** Ends early when the client gives up, so that a stopping server does not wait. */
async function pause(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, slowMs)
  signal.addEventListener('abort', () => resolve(), { once: true })
  await promise
  clearTimeout(timer)
}
