import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { loopback } from '../../platform/config.ts'
import { running, unknownRequest } from './answers.ts'
import { BadFormula, DeadlyFormula } from './formula.ts'
import type { Queue } from './queue.ts'
import { envelopeOfJson, importResult, isJson } from './json.ts'
import { answer, isImport, type Behaviours } from './requests.ts'
import type { Store } from './store.ts'
import { parseXml } from './xml.ts'

/** What goes wrong with one request: a connection that ends before or after the commit, or half an answer. */
export const faults = [
  'cutBeforeCommit',
  'cutAfterCommit',
  'crashBeforeCommit',
  'crashAfterCommit',
  'truncate',
] as const
export type Fault = (typeof faults)[number]

/** How many imports are remembered: those of a test, and of the demo. */
const importsKept = 10_000

export type Machine = {
  store: Store
  queue: Queue
  behaviours: Behaviours
  /** Faults of the imports to come, in their order; `truncate` takes the next request of any kind. */
  faults: Fault[]
  /** The texts of the last imports that came, whatever became of them. */
  imports: string[]
  /** Rises with every crash: what came in before it is not carried out after it. */
  life: number
  /** Called when a request has come in whole, before its turn. */
  received(): void
  crash(): void
}

export function listenOn(machine: Machine, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    // A fault of this program: Tally has no other status than 200, so that nobody takes this for an answer of its.
    void serve(machine, request, response).catch((error: unknown) =>
      response.writeHead(500).end(String(error)),
    )
  })
  const { promise, resolve, reject } = Promise.withResolvers<Server>()
  server.once('error', reject)
  server.listen(port, loopback, () => resolve(server))
  return promise
}

/** HTTP 200 whatever happens: Tally has no other. */
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

/** The answer's text; undefined when there will be none. */
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

/** An import with what is to go wrong with it, before its commit or after. */
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

/** TDL that cannot be read opens a dialog, which holds everybody up; some ends the process. */
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
 * The bytes of a request and of its answer. Tally answers in the charset of the request: UTF-16LE without a byte order
 * mark, or a page of 256 characters, where everything else becomes a question mark.
 */

type Charset = 'utf-16' | 'utf-8'

/** What `Content-Type` says; Tally believes nothing else. */
function charsetOf(contentType: string | undefined): Charset {
  return /charset\s*=\s*"?utf-16/i.test(contentType ?? '') ? 'utf-16' : 'utf-8'
}

/** The text of a body; undefined when its bytes are not of the charset that was said. */
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
