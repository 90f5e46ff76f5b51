import { treaty } from '@elysiajs/eden'
import type { ConsoleApi } from './api.ts'
import { Refusal, type Told } from './refusal.ts'
import { fetchSignedIn } from './session-end.ts'
import { t } from './language/language.ts'

/** The server, as `ConsoleApi` describes it: `api.keys.get()`. Wrap each call in `ask`. */
export const { api } = treaty<ConsoleApi>(`${window.location.origin}/console`, {
  parseDate: false,
  // In Bun's types, `fetch` has a property that browsers lack.
  fetcher: Object.assign(fetchSignedIn, fetch),
})

type Answer<Data> = {
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
