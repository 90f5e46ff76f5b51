import { Type, type TProperties } from '@sinclair/typebox'
import { queryOf, textField, wholeNumberField } from '../platform/http/fields.ts'
import { jsonReply } from '../platform/http/reply.ts'
import { contextOf } from '../platform/http/request.ts'
import { notAllowed } from '../platform/record/read.ts'
import type { ChangeWaits } from './wait.ts'

/** The most things in one answer. */
const changesMax = 1000
const changesDefault = 200

/** How long an answer may wait for a change, in seconds: proxies cut connections after a minute. */
const waitMaxSeconds = 55

const kindsLengthMax = 100

const afterField = textField('after', {
  maxLength: 30,
  description:
    'Continue after this place: `next` of the previous answer. Left out: from the beginning, which returns everything. `now`: only changes from now on.',
})

const waitField = wholeNumberField('wait', {
  minimum: 0,
  maximum: waitMaxSeconds,
  default: 0,
  description: 'How many seconds the server waits for a change before it answers.',
})

const limitField = wholeNumberField('limit', {
  minimum: 1,
  maximum: changesMax,
  default: changesDefault,
  description: 'The most changes to return.',
})

const kindsField = textField('kinds', {
  maxLength: kindsLengthMax,
  description:
    'Only changes of these kinds, separated by commas. Left out: everything that the key may see, in full.',
})

export const changeFields = [afterField, waitField, limitField, kindsField]

/** What a request asks for, limited to the kinds of the service. Throws AppError `invalid_request`. */
export function changesAsked<Kind extends string>(request: Request, known: readonly Kind[]) {
  const query = queryOf(request)
  const text = kindsField.read(query)
  return {
    after: afterField.read(query),
    limit: limitField.read(query),
    waitMs: waitMsOf(request, query),
    kinds: text === undefined ? undefined : text.split(',').map((name) => kindNamed(name, known)),
  }
}

/** A HEAD request would not learn of a change, so it does not wait. */
function waitMsOf(request: Request, query: URLSearchParams): number {
  const seconds = waitField.read(query)
  return contextOf(request).isHead === true ? 0 : seconds * 1000
}

function kindNamed<Kind extends string>(name: string, known: readonly Kind[]): Kind {
  const kind = known.find((candidate) => candidate === name.trim())
  if (kind !== undefined) return kind
  throw notAllowed('kinds', `some of ${known.join(', ')}`, name)
}

type ChangesAsked = Pick<ReturnType<typeof changesAsked>, 'after' | 'waitMs'>

type ChangesShown = { changes: readonly unknown[]; next: string; more: boolean }

/** Answers at once, or when something has changed. `show` returns the changes after a place. */
export async function changesReply(
  request: Request,
  waits: ChangeWaits,
  { after, waitMs }: ChangesAsked,
  show: (after: string | undefined) => ChangesShown,
): Promise<Response> {
  const until = performance.now() + waitMs
  let shown = show(after)
  // The change meanwhile may be invisible to this key.
  for (
    let left = waitMs;
    shown.changes.length === 0 && left > 0;
    left = until - performance.now()
  ) {
    const { next } = shown
    await waits.until(request, { keyId: contextOf(request).keyId ?? '', next, ms: left })
    shown = show(next)
    if (waits.isEnded() || request.signal.aborted) break
  }
  contextOf(request).rows = shown.changes.length
  return jsonReply(request, 200, JSON.stringify(shown))
}

/** A service's answer: `things` are what a change shows, each under the name of its kind. */
export function changesAnswerOf(
  service: string,
  kinds: readonly string[],
  things: TProperties,
  example: ChangesShown,
) {
  const change = Type.Object(
    {
      kind: Type.Union(kinds.map((kind) => Type.Literal(kind))),
      id: Type.String({ format: 'uuid', description: 'What changed.' }),
      removed: Type.Boolean({
        description: 'It was deleted, or this key may no longer see it. Delete your copy.',
      }),
      ...things,
    },
    {
      $id: `${service}.Change`,
      description:
        'One record in its present state. It comes again later in the feed when it changes again.',
    },
  )
  return Type.Object(
    {
      changes: Type.Array(change),
      next: Type.String({ description: 'The place after these changes. Send it as `after`.' }),
      more: Type.Boolean({
        description: 'Whether more changes are ready: ask again at once.',
      }),
    },
    {
      $id: `${service}.Changes`,
      description: 'The changes, oldest first.',
      examples: [example],
    },
  )
}
