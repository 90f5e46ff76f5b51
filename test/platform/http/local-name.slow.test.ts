import { afterEach, expect, test } from 'bun:test'
import { createSocket } from 'node:dgram'
import { decode, encode, type Packet } from 'dns-packet'
import multicastDns from 'multicast-dns'
import { silentLog } from '../../../src/platform/log.ts'
import { LocalName, askLocalName } from '../../../src/platform/http/listening/local-name.ts'

// Multicast on the loopback: 127.0.0.1 and 127.0.0.2 stand for two computers of a network.

/** One for each test, so that no other program hears. */
let port = 45_353 + (process.pid % 1000) * 8

const claimed: LocalName[] = []

afterEach(async () => {
  await Promise.all(claimed.splice(0).map((one) => one.stop()))
  port++
})

/** Claims a name as the computer with this address; resolves when it has one. */
function claim(address: string, wanted = 'daybook'): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const input = { wanted, log: silentLog, onName: resolve }
  claimed.push(new LocalName(input, { port, addresses: () => [`${address}/8`] }))
  return promise
}

/** What a phone asks, and who answers. */
async function lookUp(name: string): Promise<{ address: string; others: string }> {
  const phone = multicastDns({ port, interface: '127.0.0.1', bind: '0.0.0.0' })
  const { promise, resolve } = Promise.withResolvers<{ address: string; others: string }>()
  phone.on('response', ({ answers = [], additionals = [] }) => {
    for (const answer of answers) {
      if (answer.type !== 'A' || answer.name !== name) continue
      resolve({ address: answer.data, others: additionals.map(({ type }) => type).join() })
    }
  })
  phone.on('ready', () => phone.query({ questions: [{ name, type: 'A' }] }))
  const found = await promise
  phone.destroy()
  return found
}

test('a computer has its name once nobody else claims it, and answers for it', async () => {
  expect(await claim('127.0.0.1')).toBe('daybook.local')
  expect(claimed[0]?.name()).toBe('daybook.local')
  expect(await lookUp('daybook.local')).toEqual({ address: '127.0.0.1', others: 'NSEC' })
})

test('a second shop in the network takes the next name, and both keep theirs', async () => {
  await claim('127.0.0.1')
  expect(await claim('127.0.0.2')).toBe('daybook-2.local')
  expect(claimed.map((one) => one.name())).toEqual(['daybook.local', 'daybook-2.local'])
})

test('two that ask at the same time have different names', async () => {
  const names = await Promise.all([claim('127.0.0.1'), claim('127.0.0.2')])
  expect(names.toSorted()).toEqual(['daybook-2.local', 'daybook.local'])
})

test('a name that another claims later on is given up for the next', async () => {
  const names: string[] = []
  const second = Promise.withResolvers<string>()
  claimed.push(
    new LocalName(
      {
        wanted: 'shop',
        log: silentLog,
        onName: (name) => {
          names.push(name)
          if (names.length === 2) second.resolve(name)
        },
      },
      { port, addresses: () => ['127.0.0.1/8'] },
    ),
  )
  await lookUp('shop.local')
  const stranger = multicastDns({ port, interface: '127.0.0.1', bind: '0.0.0.0' })
  stranger.on('ready', () =>
    stranger.respond({
      answers: [{ type: 'A', name: 'shop.local', ttl: 120, data: '192.168.1.9' }],
    }),
  )
  expect(await second.promise).toBe('shop-2.local')
  stranger.destroy()
})

test('who asks whether a name is there hears which computer has it, or that none does', async () => {
  await claim('127.0.0.1')
  const where = { port, addresses: () => ['127.0.0.1/8'] }
  expect(await askLocalName('daybook.local', where, 60_000)).toBe('127.0.0.1')
  expect(await askLocalName('other.local', where, 50)).toBeUndefined()
})

/** A phone that asks as it would ask any server, and is answered alone. */
async function simplePhone() {
  const phone = createSocket('udp4')
  const heard: Packet[] = []
  let wake: (() => void) | undefined
  phone.on('message', (message) => {
    heard.push(decode(message))
    wake?.()
  })
  await new Promise<void>((done) => phone.bind(0, '127.0.0.1', () => done()))
  phone.setMulticastInterface('127.0.0.1')
  const send = (message: Uint8Array) => phone.send(message, port, '224.0.0.251')
  return {
    heard,
    send,
    /** Resolves when the question with this number was answered. */
    async ask(id: number): Promise<void> {
      send(encode({ type: 'query', id, questions: [{ type: 'A', name: 'daybook.local' }] }))
      while (!heard.some((answer) => answer.id === id)) {
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
    [Symbol.dispose]: () => void phone.close(),
  }
}

/** Claims the name at several addresses of one computer; returns what is warned of. */
async function claimAt(addresses: readonly string[]): Promise<unknown[]> {
  const warned: unknown[] = []
  const log = {
    ...silentLog,
    warn: (_message: string, fields?: Record<string, unknown>) => void warned.push(fields),
  }
  const { promise, resolve } = Promise.withResolvers<string>()
  claimed.push(
    new LocalName(
      { wanted: 'daybook', log, onName: resolve },
      { port, addresses: () => addresses },
    ),
  )
  await promise
  return warned
}

test('a phone that asks like any server is answered alone', async () => {
  await claim('127.0.0.1')
  using phone = await simplePhone()
  await phone.ask(7)
  expect(phone.heard).toMatchObject([
    {
      id: 7,
      questions: [{ name: 'daybook.local' }],
      answers: [{ name: 'daybook.local', data: '127.0.0.1', ttl: 10 }],
    },
  ])
})

test('it is told the address in its own network, not those of other networks', async () => {
  await claimAt(['127.0.0.9/32', '127.0.0.1/8'])
  using phone = await simplePhone()
  for (let id = 1; id <= 5; id++) await phone.ask(id)
  const told = phone.heard.flatMap(({ answers = [] }) =>
    answers.flatMap((answer) => (answer.type === 'A' ? [answer.data] : [])),
  )
  expect(told).toEqual(Array(5).fill('127.0.0.1'))
})

test('what is no DNS is passed over without a word in the log', async () => {
  const warned = await claimAt(['127.0.0.1/8'])
  using phone = await simplePhone()
  phone.send(Uint8Array.of(1, 2, 3))
  await phone.ask(7)
  expect(warned).toEqual([])
})

test('an address that the system does not let speak is named in the log', async () => {
  const warned = await claimAt(['127.0.0.1/8', '203.0.113.7/24'])
  expect(warned).toMatchObject([{ address: '203.0.113.7' }])
})

test('who stops says goodbye', async () => {
  await claim('127.0.0.1', 'counter')
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  const phone = multicastDns({ port, interface: '127.0.0.1', bind: '0.0.0.0' })
  phone.on('response', ({ answers = [] }) => {
    for (const answer of answers) if (answer.type === 'A' && answer.ttl === 0) resolve(answer.ttl)
  })
  phone.on('ready', () => void claimed[0]?.stop())
  expect(await promise).toBe(0)
  phone.destroy()
})
