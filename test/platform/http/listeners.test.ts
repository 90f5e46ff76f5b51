import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Dispatcher } from '../../../src/platform/http/dispatcher.ts'
import { makeListeners, type Listeners } from '../../../src/platform/http/listening/listeners.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { makeCertificate } from '../../support/certificate.ts'
import { addressBesideLoopback } from '../../support/other-address.ts'
import { codeOf, temporaryDir, turns, until } from '../../support/temporary-database.ts'

const elsewhere = addressBesideLoopback()

let listeners: Listeners
let url: string
let asked: number
let goOn: PromiseWithResolvers<void>

beforeEach(async () => {
  asked = 0
  goOn = Promise.withResolvers()
  listeners = openListeners(1_000)
  url = await listeners.open(dispatcher, undefined, 0)
})

afterEach(async () => {
  goOn.resolve()
  await listeners.stop()
})

/** `patienceMs`: how long a port may be held by somebody else. */
function openListeners(patienceMs: number): Listeners {
  return makeListeners({
    host: undefined,
    access: 'this computer',
    tls: undefined,
    patienceMs,
    log: silentLog,
  })
}

/** Answers `/slow` when the test lets it. */
const dispatcher: Dispatcher = {
  async answer(request) {
    asked++
    if (request.url.endsWith('/slow')) await goOn.promise
    return new Response('answered')
  },
  unsendable: () => Response.error(),
}

function portOf(address: string): { port: number } {
  return { port: Number(new URL(address).port) }
}

/** Takes a port of this computer while a change has let it go; undefined when the change was over before. */
async function stolenFrom(change: Promise<unknown>): Promise<Bun.Server<undefined> | undefined> {
  const over = new AbortController()
  const end = () => over.abort()
  void change.then(end, end)
  while (!over.signal.aborted) {
    try {
      return Bun.serve({ ...portOf(url), hostname: '127.0.0.1', fetch: () => new Response() })
    } catch {
      // Daybook has it still.
      await turns(1)
    }
  }
  return undefined
}

async function isHeardAt(host: string): Promise<boolean> {
  try {
    return (await fetch(`http://${host}:${new URL(url).port}/`)).ok
  } catch {
    // Nobody listens there.
    return false
  }
}

describe('listeners', () => {
  test('answer this computer only until they are opened', async () => {
    expect([await isHeardAt('127.0.0.1'), await isHeardAt(elsewhere)]).toEqual([true, false])
    await listeners.change('network')
    expect([await isHeardAt('127.0.0.1'), await isHeardAt(elsewhere)]).toEqual([true, true])
    await listeners.change('this computer')
    expect([await isHeardAt('127.0.0.1'), await isHeardAt(elsewhere)]).toEqual([true, false])
  })

  test('finish what is under way when they change', async () => {
    const slow = fetch(`${url}/slow`)
    await until(() => asked === 1)
    await listeners.change('network')
    await listeners.change('this computer')
    goOn.resolve()
    expect(await (await slow).text()).toBe('answered')
  })

  test('do one change after the other, in the order in which they were asked for', async () => {
    const inputs = ['network', 'this computer', 'network', 'this computer', 'network'] as const
    await Promise.all(inputs.map((access) => listeners.change(access)))
    expect(listeners.access()).toBe('network')
    expect(await isHeardAt(elsewhere)).toBe(true)
  })

  test('wait for a port that is held for a moment', async () => {
    const patient = openListeners(30_000)
    url = await patient.open(dispatcher, undefined, 0)
    const blocker = Bun.serve({
      ...portOf(url),
      hostname: elsewhere,
      fetch: () => new Response(''),
    })
    const change = patient.change('network')
    await turns(5)
    await blocker.stop(true)
    await change
    expect(await isHeardAt(elsewhere)).toBe(true)
    await patient.stop()
  })

  test('come back when they cannot move, also when that is held up as well', async () => {
    const hasty = openListeners(1)
    url = await hasty.open(dispatcher, undefined, 0)
    using blocker = Bun.serve({
      ...portOf(url),
      hostname: elsewhere,
      fetch: () => new Response(''),
    })
    let thief: Bun.Server<undefined> | undefined
    while (thief === undefined) {
      const change = hasty.change('network')
      thief = await stolenFrom(change)
      expect(await codeOf(change)).toBe('conflict')
    }
    expect(blocker.port).toBe(portOf(url).port)
    await thief.stop(true)
    let isBack = false
    while (!isBack) isBack = await isHeardAt('127.0.0.1')
    expect(hasty.access()).toBe('this computer')
    await hasty.stop()
  })

  test('move together or not at all', async () => {
    const second = await listeners.open(dispatcher, 'scan-export', 0)
    using blocker = Bun.serve({
      hostname: elsewhere,
      port: Number(new URL(second).port),
      fetch: () => new Response(''),
    })
    expect(await codeOf(listeners.change('network'))).toBe('conflict')
    expect(blocker.port).toBe(Number(new URL(second).port))
    expect(listeners.access()).toBe('this computer')
    expect(await (await fetch(url)).text()).toBe('answered')
    expect(await (await fetch(second)).text()).toBe('answered')
    expect(await isHeardAt(elsewhere)).toBe(false)
  })

  test('say so when they cannot come back', async () => {
    using temporary = temporaryDir()
    const { cert, key } = makeCertificate(temporary.dir.root)
    const tls = { cert, key }
    const errors: string[] = []
    const log = { ...silentLog, error: (message: string) => void errors.push(message) }
    const secure = makeListeners({ host: '127.0.0.1', access: 'this computer', tls, log })
    await secure.open(dispatcher, undefined, 0)
    // Neither the new certificate nor the one before it can be used now.
    tls.cert = 'nothing'
    expect(await codeOf(secure.renew({ cert: 'nothing', key }))).toBe('conflict')
    await until(() => errors.length > 0)
    expect(errors).toEqual(['A port is closed until Daybook is started again.'])
    await secure.stop()
  })

  test('whose host is set do not change', async () => {
    const fixed = makeListeners({
      host: '127.0.0.1',
      access: 'network',
      tls: undefined,
      log: silentLog,
    })
    await fixed.open(dispatcher, undefined, 0)
    expect(fixed.access()).toBe('this computer')
    expect(await codeOf(fixed.change('network'))).toBe('conflict')
    await fixed.stop()
  })

  test('end without waiting for connections on which nothing was asked', async () => {
    const ended = Promise.withResolvers<void>()
    const socket = await Bun.connect({
      hostname: '127.0.0.1',
      ...portOf(url),
      socket: { data: () => undefined, close: () => ended.resolve() },
    })
    // Half a question: Linux tells no server of a connection that brings nothing at all.
    socket.write('GET / HTTP/1.1\r\nHo')
    expect(await isHeardAt('127.0.0.1')).toBe(true)
    await listeners.stop()
    await ended.promise
  })

  test('end once what is under way was answered', async () => {
    const slow = fetch(`${url}/slow`)
    await until(() => asked > 0)
    const stopped = listeners.stop()
    goOn.resolve()
    expect(await (await slow).text()).toBe('answered')
    await stopped
  })
})
