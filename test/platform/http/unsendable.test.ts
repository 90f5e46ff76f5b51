import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createApp } from '../../../src/app.ts'
import { dispatcher as dispatcherOf } from '../../../src/platform/http/dispatcher.ts'
import type { Call } from '../../../src/platform/http/request.ts'
import { fileFromDisk } from '../../../src/platform/http/pages/page.ts'
import { type Listening, listen } from '../../../src/platform/http/listening/listeners.ts'
import { silentLog } from '../../../src/platform/log.ts'
import {
  setClock,
  temporaryDatabase,
  type TemporaryDatabase,
} from '../../support/temporary-database.ts'

let open: TemporaryDatabase
let listening: Listening
let logged: string[]

beforeEach(async () => {
  open = temporaryDatabase()
  logged = []
  const log = {
    ...silentLog,
    error: (message: string, fields = {}) => void logged.push(`${message} ${Bun.inspect(fields)}`),
  }
  const { dispatcher } = createApp({
    ...open,
    clock: setClock(),
    log,
    calls: { add: () => undefined },
    corsOrigins: [],
    publicUrl: undefined,
  })
  // Whatever a page answers, it is sent from the file that the path names.
  const fromFile = (request: Request) =>
    new Response(Bun.file(join(open.dir.root, new URL(request.url).pathname)))
  listening = await listen(
    { ...dispatcher, answer: fromFile },
    { host: '127.0.0.1', port: 0, tls: undefined, listener: { service: undefined } },
  )
})

afterEach(async () => {
  await listening.stop()
  await open[Symbol.asyncDispose]()
})

test.each([
  ['went meanwhile', '/gone', 404, 'There is nothing here any more.'],
  ['cannot be read', '/images', 500, 'Something went wrong inside Daybook.'],
])('an answer from a file that %s is a refusal, with a line in the log', async (...given) => {
  const [, path, status, sentence] = given
  const answer = await fetch(listening.url + path)
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const text = await answer.text()
  expect(text).toStartWith(`{"error":"${sentence}`)
  expect(text).not.toContain(open.dir.root)
  const id = answer.headers.get('x-request-id') ?? 'none'
  expect(logged).toEqual([expect.stringContaining(id)])
})

test.each([
  ['is not there', '/gone', 404],
  ['cannot be read', '/images', 500],
])(
  'a file that %s is refused with the id and the status that its call is noted with',
  async (...given) => {
    const [, path, status] = given
    const calls: Call[] = []
    const { answer } = dispatcherOf({
      services: [],
      pages: () => fileFromDisk(join(open.dir.root, path), {}),
      chooseService: () => {
        throw new Error('There are no services.')
      },
      clock: setClock(),
      log: silentLog,
      corsOrigins: [],
      publicUrl: undefined,
      onCall: (call) => calls.push(call),
    })
    const reply = await answer(new Request(`http://localhost${path}`), { service: undefined }, '')
    expect(reply.status).toBe(status)
    expect(calls).toEqual([
      expect.objectContaining({ id: reply.headers.get('x-request-id'), status }),
    ])
  },
)
