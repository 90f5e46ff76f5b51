import { treaty } from '@elysiajs/eden'
import {
  keepPreviousData,
  queryOptions,
  type QueryKey,
  type UseQueryOptions,
} from '@tanstack/react-query'
import type { ConsoleApi } from './api.ts'
import { Refusal, type Told } from './refusal.ts'
import { t } from './language/language.ts'

/** The server, as `ConsoleApi` describes it: `api.keys.get()`. Wrap each call in `ask`. */
export const { api } = treaty<ConsoleApi>(`${globalThis.location?.origin}/console`, {
  parseDate: false,
  // In Bun's types, `fetch` has a property that browsers lack.
  fetcher: Object.assign(fetchSignedIn, fetch),
})

export type Answer<Data> = {
  data: Data
  error: { status: unknown; value: unknown } | null
  response: Response | undefined
}

/** The data of the answer. Throws Refusal, also if the server was not reached. */
export async function ask<Data>(call: Promise<Answer<Data>>): Promise<NonNullable<Data>> {
  const { data, error, response } = await call
  if (error !== null) throw refusalOf(error.value, response?.status)
  if (data === null || data === undefined) throw new Refusal(t('Daybook sent no answer.'), 0)
  return data
}

type QueryBehaviour<Data, Key extends QueryKey> = Pick<
  UseQueryOptions<NonNullable<Data>, Error, NonNullable<Data>, Key>,
  'staleTime' | 'gcTime' | 'retry' | 'refetchInterval' | 'placeholderData'
>

/** A query for the answer of one call. */
export function answerQuery<Data, const Key extends QueryKey>(
  queryKey: Key,
  call: () => Promise<Answer<Data>>,
  behaviour: QueryBehaviour<Data, Key> = {},
) {
  return queryOptions({ ...behaviour, queryKey, queryFn: () => ask(call()) })
}

/** A query whose earlier answer is shown until the next one is there. */
export function pagedQuery<Data, const Key extends QueryKey>(
  queryKey: Key,
  call: () => Promise<Answer<Data>>,
) {
  return answerQuery(queryKey, call, { placeholderData: keepPreviousData })
}

/** The refusal in an answer that is no success. `status` is undefined if there was no answer. */
export function refusalOf(value: unknown, status: number | undefined): Refusal {
  if (status === undefined) {
    return new Refusal(
      t('Daybook does not answer. Is it running, and is this computer connected?'),
      0,
    )
  }
  const told = record(record(value)['error'])
  const { message, field } = toldOf(
    told,
    t('Daybook answered with the status {{status}}.', { status }),
  )
  const { others } = told
  const rest = Array.isArray(others) ? others.map((other) => toldOf(record(other), message)) : []
  return new Refusal(message, status, field, rest)
}

function toldOf({ message, field }: Record<string, unknown>, otherwise: string): Told {
  return {
    message: typeof message === 'string' ? message : otherwise,
    field: typeof field === 'string' ? field : null,
  }
}

/** The fields of an object. Empty for any other value. */
export function record(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' ? { ...value } : {}
}

/** The type of a query's answer. Takes a query, or a function that makes queries. */
export type AnswerOf<Query> = Query extends (...given: never[]) => infer Made
  ? AnswerOf<Made>
  : Query extends { queryFn?: infer Ask }
    ? Awaited<ReturnType<Extract<Ask, (...given: never[]) => unknown>>>
    : never

/*
 * If the session has ended, a dialogue asks for the password over the page. Everything that was typed stays. Requests sent meanwhile are
 * repeated.
 */

type AskToSignIn = () => Promise<boolean>

let askToSignIn: AskToSignIn | undefined

/** Sets the function that asks for the password. Returns a function that unsets it. */
export function whenSessionEnds(question: AskToSignIn): () => void {
  askToSignIn = question
  return () => {
    askToSignIn = undefined
  }
}

/** Whether the same user signed in again. False if nobody was signed in. */
async function signedInAgain(): Promise<boolean> {
  return (await askToSignIn?.()) === true
}

/** Repeats `run` as `fetchSignedIn` does. `isEnded` tells whether an error means that the session has ended. */
export async function repeatedSignedIn<T>(
  run: () => Promise<T>,
  isEnded: (error: unknown) => boolean,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!isEnded(error) || !(await signedInAgain())) throw error
    return await run()
  }
}

/** A `fetch` that is repeated once if the session had ended and the user signed in again. */
async function fetchSignedIn(input: URL | RequestInfo, init?: RequestInit): Promise<Response> {
  const answer = await fetch(input, init)
  const isSigningIn = new URL(answer.url).pathname.endsWith('/api/sign-in')
  if (answer.status !== 401 || isSigningIn || !(await signedInAgain())) return answer
  return await fetch(input, init)
}
