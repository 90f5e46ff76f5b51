import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { loopback } from '../../platform/config.ts'
import { running, unknownRequest, envelopeOfJson, importResult, isJson } from './answers.ts'
import { BadFormula, DeadlyFormula } from './formula.ts'
import { answer, isImport, type Behaviours } from './requests.ts'
import type { Store } from './store.ts'
import { parseXml } from './xml.ts'

/** A fault of one request: the connection ends before or after the commit, or half the answer is missing. */
export const faults = [
  'cutBeforeCommit',
  'cutAfterCommit',
  'crashBeforeCommit',
  'crashAfterCommit',
  'truncate',
] as const
export type Fault = (typeof faults)[number]

/** How many imports to remember: enough for tests and the demo. */
const importsKept = 10_000

export type Machine = {
  store: Store
  queue: Queue
  behaviours: Behaviours
  /** Faults of the next imports, in order. `truncate` affects the next request of any kind. */
  faults: Fault[]
  /** The texts of the last imports, whatever their outcome. */
  imports: string[]
  /** Rises with every crash. Requests that arrived before a crash are not carried out after it. */
  life: number
  /** Called when a request has arrived completely, before its turn. */
  received(): void
  crash(): void
}

export function listenOn(machine: Machine, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    // A bug in this program. Tally knows only status 200, so nobody takes 500 for Tally's answer.
    void serve(machine, request, response).catch((error: unknown) =>
      response.writeHead(500).end(String(error)),
    )
  })
  const { promise, resolve, reject } = Promise.withResolvers<Server>()
  server.once('error', reject)
  server.listen(port, loopback, () => resolve(server))
  return promise
}

/** Always HTTP 200: Tally has no other status. */
async function serve(
  machine: Machine,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const charset = charsetOf(request.headers['content-type'])
  const body = await bodyOf(request)
  machine.received()
  const { life } = machine
  const isGone = (): boolean => machine.life !== life
  const work = async (): Promise<string | undefined> => {
    if (isGone()) return undefined
    return request.method === 'POST' ? await answered(machine, request, body, isGone) : running
  }
  const text = await machine.queue.run(work)
  if (text === undefined) response.destroy()
  else send(machine, response, text, charset)
}

/** The text of the answer. Undefined when there is none. */
async function answered(
  machine: Machine,
  { headers }: IncomingMessage,
  body: Buffer,
  isGone: () => boolean,
): Promise<string | undefined> {
  const asJson = isJson(headers)
  const text = asJson ? body.toString('utf8') : decodeBody(body, charsetOf(headers['content-type']))
  if (text === undefined) return unknownRequest
  const request = asJson ? envelopeOfJson(headers, text) : parseXml(text)
  if (request === undefined) return unknownRequest
  const tell = (): string =>
    answer(machine.store, request, machine.behaviours, asJson ? importResult : undefined)
  if (!isImport(request)) return await read(machine, tell)
  machine.imports.push(text)
  if (machine.imports.length > importsKept) machine.imports.shift()
  return await taken(machine, () => (isGone() ? undefined : tell()))
}

/** Runs an import with its fault, before or after the commit. */
async function taken(
  machine: Machine,
  tell: () => string | undefined,
): Promise<string | undefined> {
  const fault = machine.faults[0] === 'truncate' ? undefined : machine.faults.shift()
  if (fault === 'cutBeforeCommit') return undefined
  if (fault === 'crashBeforeCommit') return crashed(machine)
  if (machine.behaviours.importMs > 0) await Bun.sleep(machine.behaviours.importMs)
  const told = tell()
  if (fault === 'crashAfterCommit') return crashed(machine)
  return fault === 'cutAfterCommit' ? undefined : told
}

/** TDL that Tally cannot read opens a dialog, which holds up everybody. Some TDL ends the process. */
async function read(machine: Machine, told: () => string): Promise<string | undefined> {
  try {
    return told()
  } catch (error) {
    if (error instanceof DeadlyFormula) return crashed(machine)
    if (!(error instanceof BadFormula)) throw error
    machine.queue.openDialog()
    await machine.queue.untilClosed()
    return unknownRequest
  }
}

function crashed(machine: Machine): undefined {
  machine.crash()
  return undefined
}

function send(machine: Machine, response: ServerResponse, text: string, charset: Charset): void {
  const bytes = encodeAnswer(text, charset)
  const isHalf = machine.faults[0] === 'truncate'
  if (isHalf) machine.faults.shift()
  const sent = isHalf ? bytes.subarray(0, Math.floor(bytes.length / 4) * 2) : bytes
  response.writeHead(200, {
    'content-type': `text/xml; charset=${charset}`,
    'content-length': sent.length,
    unicode: charset === 'utf-16' ? 'Yes' : 'No',
    respstatus: '1',
  })
  response.end(sent)
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

/*
 * The bytes of a request and its answer. Tally answers in the request's charset: UTF-16LE without a byte order mark, or a page of 256
 * characters in which all others become question marks.
 */

type Charset = 'utf-16' | 'utf-8'

/** The charset in `Content-Type`. Tally ignores everything else. */
function charsetOf(contentType: string | undefined): Charset {
  return /charset\s*=\s*"?utf-16/i.test(contentType ?? '') ? 'utf-16' : 'utf-8'
}

/** The text of a body. Undefined when its bytes are not in the named charset. */
function decodeBody(bytes: Buffer, charset: Charset): string | undefined {
  const isMarkedUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  if (charset === 'utf-16') return bytes.subarray(isMarkedUtf16 ? 2 : 0).toString('utf16le')
  if (isMarkedUtf16) return undefined
  return outsideLatinAsMark(bytes.toString('utf8').replace(/^\uFEFF/, ''))
}

function encodeAnswer(text: string, charset: Charset): Buffer {
  return charset === 'utf-16'
    ? Buffer.from(text, 'utf16le')
    : Buffer.from(outsideLatinAsMark(text), 'utf8')
}

function outsideLatinAsMark(text: string): string {
  return Array.from(text, (character) => (character <= '\u00ff' ? character : '?')).join('')
}

/** Tally handles one request at a time. An open dialog holds up all requests. */
type Queue = {
  run<T>(work: () => T | Promise<T>): Promise<T>
  openDialog(): void
  closeDialog(): void
  /** Resolves when no dialog is open. */
  untilClosed(): Promise<void>
  untilOpen(): Promise<void>
  /** The total working time in milliseconds. */
  busyMs(): number
}

export function openQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve()
  let dialog = closedDialog()
  let opened = Promise.withResolvers<void>()
  let busyMs = 0
  const untilClosed = async (): Promise<void> => {
    const seen = dialog
    await seen.closed
    // Somebody may have opened another dialog meanwhile.
    if (dialog !== seen) await untilClosed()
  }
  return {
    untilClosed,
    untilOpen: () => opened.promise,
    busyMs: () => busyMs,
    run<T>(work: () => T | Promise<T>): Promise<T> {
      const next = last.then(untilClosed).then(async () => {
        const started = performance.now()
        try {
          return await work()
        } finally {
          busyMs += performance.now() - started
        }
      })
      last = next.catch(() => undefined)
      return next
    },
    openDialog() {
      if (dialog.isOpen) return
      const { promise, resolve } = Promise.withResolvers<void>()
      dialog = { isOpen: true, closed: promise, close: resolve }
      opened.resolve()
    },
    closeDialog() {
      if (!dialog.isOpen) return
      opened = Promise.withResolvers()
      dialog.close()
      dialog = closedDialog()
    },
  }
}

type Dialog = { isOpen: boolean; closed: Promise<void>; close: () => void }

function closedDialog(): Dialog {
  return { isOpen: false, closed: Promise.resolve(), close: () => undefined }
}
