import type { IncomingHttpHeaders } from 'node:http'

/** One request and what it was answered. */
export type Traced = {
  scenario: string
  /** Milliseconds since the epoch. */
  at: number
  method: string
  /** With its query. */
  path: string
  headers: Record<string, string>
  body: string
  /** 0: the connection ended without an answer. */
  status: number
  answer: string
  /** What the scenario did to it, '' where nothing. */
  fault: string
}

/** Characters of a body that are kept: a page of such a trace is read by people. */
const textMax = 20_000

/** Headers that tell something of a client. */
const keptHeaders = ['authorization', 'x-api-key', 'content-type', 'user-agent', 'accept']

/** What of the key may be shown. */
const shownOfKey = 8

/** Keeps requests and answers with the key masked wherever it stands. */
export function newTrace(key: string) {
  const entries: Traced[] = []
  const mask = (text: string): string => cut(text.replaceAll(key, `${key.slice(0, shownOfKey)}…`))
  return {
    entries,
    add(traced: Omit<Traced, 'headers'> & { headers: IncomingHttpHeaders }): void {
      const { path, body, answer } = traced
      const headers = Object.fromEntries(
        keptHeaders.flatMap((name): [string, string][] => {
          const value = traced.headers[name]
          return typeof value === 'string' ? [[name, mask(value)]] : []
        }),
      )
      entries.push({ ...traced, headers, path: mask(path), body: mask(body), answer: mask(answer) })
    },
  }
}

function cut(text: string): string {
  const whole = text.toWellFormed()
  return whole.length > textMax ? `${whole.slice(0, textMax)}… (${whole.length} characters)` : whole
}
