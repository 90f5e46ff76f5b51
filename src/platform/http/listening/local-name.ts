import type { RemoteInfo } from 'node:dgram'
import type { Answer, Packet, Question } from 'dns-packet'
import multicastDns, { type MulticastDNS } from 'multicast-dns'
import { BlockList } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Log } from '../../log.ts'

/** How long others may take to claim the name as theirs, and how often they are asked (source: RFC 6762, 8.1). */
const probeEveryMs = 250
const probes = 3

/** After losing to another computer that asked at the same time, wait this long before asking again (source: RFC 6762, 8.2). */
const lostMs = 1_000

/** The name is announced twice, this long apart (source: RFC 6762, 8.3). */
const tellAgainMs = 1_000

/** How long others may cache an announcement, in seconds (source: RFC 6762, 10). */
const ttlSeconds = 120

/** The same for the answer to a single ordinary DNS query (source: RFC 6762, 6.7). */
const oneTtlSeconds = 10

/** The port of multicast DNS. */
const dnsPort = 5353

/** Names to try, `daybook.local` to `daybook-20.local`: a network with more has another problem. */
const namesMax = 20

/** How often to check for changed addresses, in milliseconds. */
const lookEveryMs = 15_000

/** Where to multicast: this computer's addresses, each with its network (`192.168.1.5/24`). Tests pass others. */
type Where = { port?: number; addresses?: () => readonly string[] }

type Wish = {
  /** The wanted name, without `.local`. */
  wanted: string
  log: Log
  /** Called with each claimed name. */
  onName(name: string): void
}

/**
 * Claims a name for this computer in the network by multicast DNS (RFC 6762), beside the name that its system may answer to: the wanted
 * name, or the next free one. Without permission from the system (another program has the port for itself) the computer goes without a
 * name, and the log says so.
 */
export class LocalName implements Ears {
  readonly #wish: Wish
  readonly #port: number
  readonly #addresses: () => readonly string[]
  readonly #speakers = new Map<string, Speaker>()
  readonly #looking: Timer
  #number = 1
  #stage: 'asking' | 'claimed' | 'over' = 'asking'
  #timer: Timer | undefined

  constructor(wish: Wish, { port = dnsPort, addresses = ownAddresses }: Where = {}) {
    this.#wish = wish
    this.#port = port
    this.#addresses = addresses
    this.#look()
    this.#looking = setInterval(() => this.#look(), lookEveryMs)
    this.#looking.unref()
    this.#ask(0)
  }

  /** Such as `daybook.local`: claimed, or being claimed. */
  name(): string {
    const { wanted } = this.#wish
    return `${this.#number === 1 ? wanted : `${wanted}-${this.#number}`}.local`
  }

  /** Says goodbye, so that others forget the name at once. */
  async stop(): Promise<void> {
    clearInterval(this.#looking)
    clearTimeout(this.#timer)
    const said = this.#stage === 'claimed' ? this.name() : ''
    this.#stage = 'over'
    await Promise.all([...this.#speakers.values()].map((speaker) => speaker.end(said)))
  }

  isOwn(address: string): boolean {
    return this.#speakers.has(address)
  }

  isAsked(questions: readonly Question[]): boolean {
    return this.#stage === 'claimed' && questions.some(asksFor(this.name()))
  }

  answer(speaker: Speaker, query: Packet, from: RemoteInfo): void {
    if (from.port === this.#port) return speaker.tell(this.name(), ttlSeconds)
    // A client that asks from another port, as phones do, does not speak multicast DNS and takes the first answer. All speakers hear the
    // question, but the client reaches only the address in its own network.
    if (speaker.isNear(from.address)) speaker.tellOne(this.name(), query, from)
  }

  onConflict(): void {
    if (this.#stage === 'over' || this.#number === namesMax) return
    this.#number++
    this.#stage = 'asking'
    this.#ask(0)
  }

  onLost(): void {
    if (this.#stage === 'asking') this.#later(lostMs, () => this.#ask(0))
  }

  #ask(asked: number): void {
    if (asked === probes) return this.#claim()
    this.#everywhere((speaker) => speaker.probe(this.name()))
    this.#later(probeEveryMs, () => this.#ask(asked + 1))
  }

  #claim(): void {
    this.#stage = 'claimed'
    this.#wish.onName(this.name())
    const tell = () => this.#everywhere((speaker) => speaker.tell(this.name(), ttlSeconds))
    tell()
    this.#later(tellAgainMs, tell)
  }

  /** A computer's addresses change while it runs. */
  #look(): void {
    const now = new Map(this.#addresses().map((cidr) => [addressOf(cidr), cidr]))
    for (const [address, speaker] of this.#speakers) {
      if (now.has(address)) continue
      speaker.close()
      this.#speakers.delete(address)
    }
    for (const [address, cidr] of now) {
      if (this.#speakers.has(address)) continue
      const speaker = speakerAt(cidr, { port: this.#port, ears: this, log: this.#wish.log })
      this.#speakers.set(address, speaker)
      if (this.#stage === 'claimed') speaker.tell(this.name(), ttlSeconds)
    }
  }

  #everywhere(say: (speaker: Speaker) => void): void {
    for (const speaker of this.#speakers.values()) say(speaker)
  }

  #later(ms: number, work: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(work, ms)
    this.#timer.unref()
  }
}

/** What to do with messages from other computers. */
type Ears = {
  isOwn(address: string): boolean
  isAsked(questions: readonly Question[]): boolean
  answer(speaker: Speaker, query: Packet, from: RemoteInfo): void
  name(): string
  /** Another computer has the name. */
  onConflict(): void
  /** Another computer asks for the same name at the same time, and wins. */
  onLost(): void
}

type Speaker = {
  /** Whether an address is in the speaker's network. */
  isNear(address: string): boolean
  probe(name: string): void
  tell(name: string, ttl: number): void
  /** Answers a client that asks as it would ask any DNS server (source: RFC 6762, 6.7). */
  tellOne(name: string, query: Packet, to: RemoteInfo): void
  /** Withdraws a name, and closes. */
  end(name: string): Promise<void>
  close(): void
}

/** Sends and receives in the network of one of this computer's addresses (`192.168.1.5/24`). */
function speakerAt(
  cidr: string,
  { port, ears, log }: { port: number; ears: Ears; log: Log },
): Speaker {
  const address = addressOf(cidr)
  const network = networkOf(cidr)
  const socket: MulticastDNS = multicastDns({
    interface: address,
    // A socket bound to one address receives no multicast.
    bind: '0.0.0.0',
    port,
  })
  const noted = new Set<string>()
  const note = (error: Error) => {
    if (noted.has(error.message)) return
    noted.add(error.message)
    log.warn('The name in the network cannot be announced.', { address, error })
  }
  socket.on('error', note)
  // The library also warns about packets that are no DNS, and any device may send those all day. Only the system's own warnings are logged.
  socket.on('warning', (error) => {
    if ('syscall' in error) note(error)
  })
  const speaker: Speaker = {
    isNear: (other) => network.check(other),
    probe: (name) =>
      socket.query({
        questions: [
          { name, type: 'A' },
          { name, type: 'AAAA' },
        ],
        authorities: [addressRecord(name, address, ttlSeconds)],
      }),
    tell: (name, ttl) => socket.respond(answersFor(name, address, ttl)),
    tellOne: (name, { id, questions = [] }, to) =>
      socket.respond(
        {
          id: id ?? 0,
          questions,
          answers: [{ type: 'A', name, ttl: oneTtlSeconds, data: address }],
        },
        to,
      ),
    end: (name) =>
      new Promise((resolve) => {
        const close = () => socket.destroy(resolve)
        if (name === '') close()
        else socket.respond(answersFor(name, address, 0), close)
      }),
    close: () => socket.destroy(),
  }
  socket.on('query', (query, from) => {
    const { questions = [], authorities = [] } = query
    if (ears.isAsked(questions)) return ears.answer(speaker, query, from)
    const rival = addressesIn(authorities, ears.name()).find((one) => !ears.isOwn(one))
    if (rival !== undefined && isLater(rival, address)) ears.onLost()
  })
  socket.on('response', ({ answers = [] }) => {
    if (addressesIn(answers, ears.name()).some((one) => !ears.isOwn(one))) ears.onConflict()
  })
  return speaker
}

/** Includes the statement that there is no other address: a client that asks for an IPv6 address need not wait for one. */
function answersFor(name: string, address: string, ttl: number) {
  return {
    answers: [addressRecord(name, address, ttl)],
    additionals: [
      {
        type: 'NSEC' as const,
        name,
        ttl,
        flush: true,
        data: { nextDomain: name, rrtypes: ['A' as const] },
      },
    ],
  }
}

function addressRecord(name: string, address: string, ttl: number) {
  return { type: 'A' as const, name, ttl, flush: true, data: address }
}

function asksFor(name: string): (question: Question) => boolean {
  return (question) =>
    question.name.toLowerCase() === name && ['A', 'AAAA', 'ANY'].includes(question.type)
}

/** The addresses that records give for a name. Withdrawn records do not count. */
function addressesIn(records: readonly Answer[], name: string): string[] {
  return records.flatMap((record) =>
    record.type === 'A' && record.name.toLowerCase() === name && record.ttl !== 0
      ? [record.data]
      : [],
  )
}

/** Compares records by their bytes: the later data wins (source: RFC 6762, 8.2.1). */
function isLater(one: string, other: string): boolean {
  return Buffer.compare(bytesOf(one), bytesOf(other)) > 0
}

function bytesOf(address: string): Uint8Array {
  return Uint8Array.from(address.split('.'), Number)
}

function addressOf(cidr: string): string {
  return cidr.replace(/\/.*/, '')
}

function networkOf(cidr: string): BlockList {
  const network = new BlockList()
  network.addSubnet(addressOf(cidr), Number(cidr.slice(cidr.indexOf('/') + 1)))
  return network
}

/** The IPv4 addresses of this computer with the size of their networks: names of small networks are asked for there. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .flatMap(({ family, internal, cidr }) => (family === 'IPv4' && !internal && cidr ? [cidr] : []))
}

/** How long to wait for an answer, in milliseconds. A computer in the network answers within a tenth of a second. */
const answerMs = 1_500

/** The address that the network gives for a name by multicast DNS. Undefined when nobody answers for the name. */
export async function askLocalName(
  name: string,
  { port, addresses = ownAddresses }: Where = {},
  limitMs = answerMs,
): Promise<string | undefined> {
  const answer = Promise.withResolvers<string | undefined>()
  const timer = setTimeout(() => answer.resolve(undefined), limitMs)
  const sockets = addresses().map((cidr) => {
    const socket = multicastDns({
      interface: cidr.replace(/\/.*/, ''),
      bind: '0.0.0.0',
      ...(port !== undefined && { port }),
    })
    // A network that refuses the question gives no answer either, so the caller learns the same.
    socket.on('error', () => undefined)
    socket.on('response', ({ answers = [] }) => {
      for (const one of answers) {
        if (one.type === 'A' && one.name.toLowerCase() === name) answer.resolve(one.data)
      }
    })
    socket.on('ready', () => socket.query({ questions: [{ name, type: 'A' }] }))
    return socket
  })
  try {
    return await answer.promise
  } finally {
    clearTimeout(timer)
    for (const socket of sockets) socket.destroy()
  }
}
