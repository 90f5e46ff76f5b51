import type { DispatcherOptions } from '../../platform/http/dispatcher.ts'
import type { HttpService } from '../../platform/http/service.ts'
import { type GuardDeps, serviceOfKey } from './guard.ts'

/** Without a usable key, the header that was sent shows which service was meant. */
export function chooserOf(guardDeps: GuardDeps): DispatcherOptions['chooseService'] {
  return (request, candidates) => {
    const meant = serviceOfKey(guardDeps, request) ?? guessedService(request)
    const chosen = candidates.find(({ name }) => name === meant) ?? candidates[0]
    if (chosen === undefined) throw new Error('There are no services.')
    return chosen
  }
}

function guessedService(request: Request): HttpService['name'] {
  return request.headers.has('x-api-key') ? 'scan-export' : 'storefront'
}
