import {
  type Compressible,
  compressibleOf,
  etagOf,
  jsonHeaders,
  matches,
  notModified,
  withContent,
} from './reply.ts'
import { contextOf } from './request.ts'

const entriesMax = 256
const bytesMax = 16 * 1024 * 1024

/** Remembered addresses: each kept answer has a few spellings of its address. */
const addressesMax = 4 * entriesMax

/** The longest remembered address, in characters. The route parses a longer one each time. */
const addressCharactersMax = 2000

type Version = string | number

/**
 * An answer as JSON text, its number of rows, and the version of the data that it was read from. `headers` are its own, beside those of
 * every answer.
 */
export type VersionedAnswer = {
  text: string
  rows: number
  version: Version
  headers?: Readonly<Record<string, string>>
}

type Body = { blob: Blob; headers: Headers }

/**
 * `body` is made when an answer is given again: a Blob is sent without being copied (measured: half the time of bytes or text), but most
 * answers of a large shop are never asked for twice. The compressed forms are kept too and not counted: they are a fraction of the size.
 */
type Kept = {
  text: string
  body?: Body
  content: Compressible | undefined
  etag: string
  own: Readonly<Record<string, string>>
  rows: number
  size: number
}

/**
 * Keeps answers to GET for as long as their data stay the same: nothing is read, built or hashed twice. Exact, never timed: every look asks
 * for the version of the data. The least recently used answer is dropped first.
 */
export class AnswerCache {
  readonly #versionNow: () => Version
  #version: Version | undefined
  #bytes = 0
  readonly #answers = new Map<string, Kept>()
  /** Maps an address, as sent, to the key of its answer. */
  readonly #keys = new Map<string, string>()

  constructor(versionNow: () => Version) {
    this.#versionNow = versionNow
  }

  /** The kept answer for an address that was requested before, without running its route. Undefined when there is none. */
  find(request: Request): Response | undefined {
    const key = this.#keys.get(request.url)
    if (key === undefined) return undefined
    this.#dropOld()
    return this.#replyWith(request, key)
  }

  /**
   * The answer to a GET with checked parameters. `parameters` is the cache key: everything that the answer depends on, beside the data and
   * the address that its links begin with, written in one normal form. `read` throws the route's refusals.
   */
  answer(request: Request, parameters: string, read: () => VersionedAnswer): Response {
    const key = `${contextOf(request).origin} ${parameters}`
    this.#dropOld()
    const known = this.#replyWith(request, key)
    // A refusal is thrown here, so its address is not remembered.
    const reply = known ?? replyOf(request, this.#make(key, read()))
    this.#remember(request.url, key)
    return reply
  }

  #make(key: string, { text, rows, version, headers: own = {} }: VersionedAnswer): Kept {
    const size = Buffer.byteLength(text) + key.length
    const made = { text, content: compressibleOf(text), etag: etagOf(text), own, rows, size }
    // Another process may have changed the data between the two looks.
    if (version === this.#version) this.#keep(key, made)
    return made
  }

  #dropOld(): void {
    const version = this.#versionNow()
    if (version === this.#version) return
    this.#version = version
    this.#answers.clear()
    this.#bytes = 0
  }

  #replyWith(request: Request, key: string): Response | undefined {
    const kept = this.#answers.get(key)
    if (kept === undefined) return undefined
    // A Map keeps insertion order: the most recently used answer stands at the end.
    this.#answers.delete(key)
    this.#answers.set(key, kept)
    kept.body ??= bodyOf(kept)
    return replyOf(request, kept)
  }

  #keep(key: string, kept: Kept): void {
    if (kept.size > bytesMax) return
    this.#answers.set(key, kept)
    this.#bytes += kept.size
    for (const [oldKey, old] of this.#answers) {
      if (this.#answers.size <= entriesMax && this.#bytes <= bytesMax) return
      this.#answers.delete(oldKey)
      this.#bytes -= old.size
    }
  }

  #remember(url: string, key: string): void {
    if (url.length > addressCharactersMax) return
    if (this.#keys.size >= addressesMax && !this.#keys.has(url)) this.#keys.clear()
    this.#keys.set(url, key)
  }
}

function replyOf(request: Request, { text, body, content, etag, own, rows }: Kept): Response {
  contextOf(request).rows = rows
  if (matches(request.headers.get('if-none-match'), etag)) return notModified(etag, own)
  const reply =
    body === undefined
      ? new Response(text, { headers: { ...own, ...jsonHeaders(etag) } })
      : new Response(body.blob, { headers: body.headers })
  return withContent(reply, content)
}

function bodyOf({ text, own, etag }: Kept): Body {
  return { blob: new Blob([text]), headers: new Headers({ ...own, ...jsonHeaders(etag) }) }
}
