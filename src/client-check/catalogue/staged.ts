import type { Scenario } from '../profile.ts'
import type { About, Call, Play, PlayDeps, Request } from '../scenario.ts'
import { answerOf, type CatalogueKind, kindOf, note } from './api.ts'
import { judge } from './judge.ts'
import { isAllWritten, openShelf, type Shelf } from './shelf.ts'

type CataloguePlay = Play<CatalogueKind> & {
  /** Whether there is more to be seen, although all has arrived. */
  isUnfinished?(): boolean
  /** Told of a further round. */
  nextRound?(): void
}

export type CatalogueScenario = About & { begin(shelf: Shelf, deps: PlayDeps): CataloguePlay }

/** What sends articles. */
export const sending: readonly CatalogueKind[] = ['bulk', 'stock']

/** Puts a scenario on a shelf of its own, each time that it begins. */
export function staged({ begin, ...about }: CatalogueScenario): Scenario {
  return {
    ...about,
    begin(deps) {
      const shelf = openShelf()
      const play = begin(shelf, deps)
      let isOver = false
      return {
        fault(request) {
          const call = callOf(request)
          if (sending.includes(call.kind)) note(shelf, request)
          return isOver ? undefined : play.fault?.(call)
        },
        answer(request) {
          const answer = answerOf(shelf, request)
          if (!isOver) play.after?.(callOf(request))
          return answer
        },
        isSettled: () => shelf.calls > 0 && play.isUnfinished?.() !== true && isAllWritten(shelf),
        resumesAt: () => play.resumesAt?.() ?? 0,
        nextRound: () => play.nextRound?.(),
        end: () => void (isOver = true),
        given: () => [],
        judge: (books) => judge(about, play, shelf, books),
      }
    },
  }
}

function callOf(request: Request): Call<CatalogueKind> {
  return { kind: kindOf(request), at: request.now, body: request.body }
}
