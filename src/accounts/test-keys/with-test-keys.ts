import { AppError } from '../../platform/errors.ts'
import { isBelow, pathOf } from '../../platform/http/request.ts'
import type { HttpService } from '../../platform/http/service.ts'
import { bringsTestKey } from '../keys/guard.ts'
import type { Service } from '../keys/rules.ts'
import { answerOrFail } from './failures.ts'

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
