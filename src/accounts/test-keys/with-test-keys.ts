import { AppError } from '../../platform/errors.ts'
import { isBelow, pathOf, contextOf } from '../../platform/http/request.ts'
import type { HttpService } from '../../platform/http/service.ts'
import { bringsTestKey } from '../keys/guard.ts'
import type { Service } from '../keys/rules.ts'

/** What is known of the copy that test keys work on. Times in milliseconds since the epoch. */
export type CopyFacts = { madeAt: number; usedAt: number; bytes: number }

/** The copy as a service has it. */
export type TestDesk = {
  /** Answers from the copy, which is made when there is none. Throws AppError `out_of_space`. */
  answer(service: Service, request: Request): Promise<Response>
  /** Makes it anew from the book as that is now. Throws AppError `out_of_space`. */
  reset(): Promise<CopyFacts>
  endWaits(): void
}

type Sides = {
  /** Answers all keys but those for tests. */
  book: HttpService
  /** What test keys may do with the copy itself. */
  copyItself: HttpService
  /** Undefined where there is none: on a copy of the book. */
  desk: TestDesk | undefined
}

/**
 * A service that answers test keys from the copy and all others from the book. Which is asked is told by how the key begins,
 * before anything is looked up; the guard of each side then refuses the keys of the other.
 */
export function withTestKeys({ book, copyItself, desk }: Sides): HttpService {
  const isOfCopyItself = (request: Request) =>
    copyItself.endpoints(relativePath(request, book.prefix)) !== undefined
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

/*
 * Failures that a test key may ask for with a header, so that what a client makes of them can be tried at will. A key of the book
 * cannot: there the header says nothing.
 */

const failHeader = 'daybook-test-fail'

/** What can be asked for, and what happens then. */
const failures = {
  '429': 'nothing is done: 429 with `Retry-After: 1`',
  '500': 'nothing is done: 500',
  '500-after-commit': 'it is done, and the answer is 500 all the same',
  cut: 'it is done, and the connection ends in the middle of the answer',
  slow: 'it is done, and the answer comes after 20 seconds',
} as const

type Failure = keyof typeof failures

/** How long a slow answer takes, in milliseconds: longer than what most programs wait for. */
const slowMs = 20_000

/** Answers, or fails as the request asks for. Throws AppError, also `invalid_request` for a failure that there is not. */
async function answerOrFail(request: Request, answer: () => Promise<Response>): Promise<Response> {
  const failure = failureOf(request)
  if (failure === '429') {
    throw new AppError('rate_limited', 'Refused as asked for. Try again in 1 second.', {
      retryAfterSeconds: 1,
    })
  }
  if (failure === '500') throw askedFor('Nothing was done.')
  const reply = await answer()
  // Else nothing was done of which the answer could be lost.
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

/** Half of the answer, and then nothing more: the connection ends, as when a cable is pulled. */
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
      // Else what was sent before would be kept back with it.
      await Bun.sleep(cutAfterMs)
      controller.error(new Error('Cut as asked for.'))
    },
  })
  return new Response(body, { status: reply.status, headers: reply.headers })
}

/** How long the first half has to leave, in milliseconds. */
const cutAfterMs = 50

/** Ends early when the client gives up, so that a server that stops waits for nobody. */
async function pause(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, slowMs)
  signal.addEventListener('abort', () => resolve(), { once: true })
  await promise
  clearTimeout(timer)
}
