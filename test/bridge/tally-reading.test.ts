import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { answerOf } from '../../src/bridge/tally/requests.ts'
import { conditionOf, openCompanies, plain } from '../../src/bridge/tally/companies.ts'
import { readVouchers } from '../../src/bridge/tally/read-vouchers.ts'
import { Scrubber, healthOf, tallyAt, type Transport } from '../../src/bridge/tally/transport.ts'
import type { Company } from '../../src/bridge/books.ts'
import { type FakeTally, openFakeTally } from '../../src/stand-ins/tally/fake-tally.ts'

let tally: FakeTally
let transport: Transport

/** Long enough for a busy machine, and short for a test of silence. */
const limits = { connectMs: 30_000, answerMs: 400 }

beforeEach(async () => {
  tally = await openFakeTally()
  transport = tallyAt(tally.url)
})

afterEach(() => tally.close())

describe('how Tally is', () => {
  test('ready, with the company that was paired', async () => {
    expect(await conditionOf(transport, tally.url, await paired())).toMatchObject({
      health: 'ready',
      company: await paired(),
    })
  })

  test('closed, where nobody answers', async () => {
    const company = await paired()
    tally.crash()
    expect(await conditionOf(transport, tally.url, company)).toMatchObject({ health: 'closed' })
    expect(healthOf(await failureOf(() => openCompanies(transport)))).toBe('closed')
    await tally.startAgain()
    expect(await conditionOf(transport, tally.url, company)).toMatchObject({ health: 'ready' })
  })

  test('silent, while a dialog is open', async () => {
    const company = await paired()
    tally.person.opensDialog()
    const impatient = tallyAt(tally.url, limits)
    expect(await conditionOf(impatient, tally.url, company)).toMatchObject({ health: 'silent' })
    tally.person.closesDialog()
    expect(await conditionOf(transport, tally.url, company)).toMatchObject({ health: 'ready' })
  })

  test('without a company, when none is open', async () => {
    const company = await paired()
    tally.person.unloads(company.name)
    expect(await conditionOf(transport, tally.url, company)).toMatchObject({ health: 'no_company' })
  })

  test.each<Partial<Company>>([
    { number: '100999' },
    { guid: 'another' },
    { name: 'Another Store' },
    { booksFrom: '2019-04-01' },
  ])('with another company than the paired one, which has %p', async (other) => {
    const company = { ...(await paired()), ...other }
    expect(await conditionOf(transport, tally.url, company)).toMatchObject({
      health: 'wrong_company',
      company: await paired(),
    })
  })

  test('in educational mode', async () => {
    const company = await paired()
    tally.behaviours.isEducational = true
    expect(await conditionOf(transport, tally.url, company)).toMatchObject({
      health: 'educational',
    })
  })
})

describe('after a write without an answer', () => {
  test('nothing is written until a read was answered', async () => {
    tally.next('cutAfterCommit')
    expect(await transport.write(nothingToImport)).toHaveProperty('lost')
    expect(healthOf(await failureOf(() => transport.write(nothingToImport)))).toBe('silent')
    await openCompanies(transport)
    expect(await transport.write(nothingToImport)).toHaveProperty('answer')
  })

  test('nothing is sent a second time by itself', async () => {
    await openCompanies(transport)
    const before = tally.imports().length
    tally.next('cutBeforeCommit')
    await transport.write(nothingToImport)
    await openCompanies(transport)
    expect(tally.imports().length - before).toBe(1)
  })
})

describe('vouchers', () => {
  test('are not read from an answer that was cut off', async () => {
    tally.next('truncate')
    const failure = await failureOf(() =>
      readVouchers(transport, 'x', { from: '2026-04-01', to: '2027-03-31' }, []),
    )
    expect(failure).toBeDefined()
  })
})

describe('what Tally writes and XML does not have', () => {
  test('is taken out, also where it comes in two pieces', () => {
    const scrubber = new Scrubber()
    const pieces = ['<A>&#4; Not', ' Applicable\u0003 &#', '4;&amp;&#x41;&#10;</A>']
    const text = pieces.map((piece) => scrubber.scrub(piece)).join('') + scrubber.end()
    expect(text).toBe('<A> Not Applicable &amp;&#x41;&#10;</A>')
  })
})

const counters = (changed: Record<string, number>) =>
  Object.entries({
    CREATED: 0,
    ALTERED: 0,
    DELETED: 0,
    LASTVCHID: 0,
    LASTMID: 0,
    COMBINED: 0,
    IGNORED: 0,
    ERRORS: 0,
    CANCELLED: 0,
    EXCEPTIONS: 0,
    ...changed,
  })
    .map(([name, count]) => `<${name}>${count}</${name}>`)
    .join('')

describe('an answer to a voucher', () => {
  test.each([
    ['one is created', `<RESPONSE>${counters({ CREATED: 1 })}</RESPONSE>`, 'accepted'],
    ['one is altered', `<RESPONSE>${counters({ ALTERED: 1 })}</RESPONSE>`, 'accepted'],
    [
      'one is created, in the other shape',
      `<ENVELOPE><HEADER><STATUS>1</STATUS></HEADER><BODY><DATA><IMPORTRESULT>${counters({ CREATED: 1 })}</IMPORTRESULT></DATA></BODY></ENVELOPE>`,
      'accepted',
    ],
    ['nothing moved', `<RESPONSE>${counters({})}</RESPONSE>`, 'refused refused'],
    [
      'it was ignored',
      `<RESPONSE>${counters({ CREATED: 1, IGNORED: 1 })}</RESPONSE>`,
      'refused refused',
    ],
    ['there was an error', `<RESPONSE>${counters({ ERRORS: 1 })}</RESPONSE>`, 'refused refused'],
    [
      'an exception, with a reason',
      `<RESPONSE><LINEERROR>Ledger 'Input CGST' does not exist</LINEERROR>${counters({ EXCEPTIONS: 1 })}</RESPONSE>`,
      'exception',
    ],
    [
      'an error, with a reason',
      `<RESPONSE><LINEERROR>Ledger 'Input CGST' does not exist</LINEERROR>${counters({ ERRORS: 1 })}</RESPONSE>`,
      'refused ledger_missing',
    ],
    [
      'another company',
      "<RESPONSE><LINEERROR>Could not set 'SVCurrentCompany' to 'X'</LINEERROR></RESPONSE>",
      'refused company_not_loaded',
    ],
    [
      'nothing understood',
      '<RESPONSE>Unknown Request, cannot be processed</RESPONSE>',
      'refused refused',
    ],
    ['a counter is missing', '<RESPONSE><CREATED>1</CREATED></RESPONSE>', 'unknown'],
    ['it was cut off', `<RESPONSE>${counters({ CREATED: 1 })}`, 'unknown'],
    ['it is empty', '', 'unknown'],
  ])('when %s', (_, raw, expected) => {
    const answer = answerOf(raw)
    expect('code' in answer ? `${answer.outcome} ${answer.code}` : answer.outcome).toBe(expected)
  })
})

async function paired(): Promise<Company> {
  const [company] = await openCompanies(transport)
  if (company === undefined) throw new Error('No company is open.')
  return plain(company)
}

async function failureOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work()
  } catch (error) {
    return error
  }
  return undefined
}

const nothingToImport =
  '<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA><REQUESTDESC><REPORTNAME>Vouchers</REPORTNAME></REQUESTDESC><REQUESTDATA/></IMPORTDATA></BODY></ENVELOPE>'

test('an answer in pieces may take longer than Tally may be silent, while somebody reads', async () => {
  const { promise: read, resolve: goOn } = Promise.withResolvers<void>()
  const body = () =>
    new ReadableStream<Uint8Array>({
      async start(stream) {
        stream.enqueue(utf16('<A>'))
        await read
        stream.enqueue(utf16('</A>'))
        stream.close()
      },
    })
  using server = Bun.serve({ port: 0, fetch: () => new Response(body()) })
  const pieces = tallyAt(String(server.url), { connectMs: 30_000, answerMs: 3_000 }).readPieces('x')
  const first = await pieces.next()
  // Longer than it may be silent: whoever reads was busy, and not Tally.
  await Bun.sleep(3_300)
  goOn()
  const others = await Array.fromAsync(pieces)
  expect([first.value, ...others].join('')).toBe('<A></A>')
})

function utf16(text: string): Uint8Array {
  return Buffer.from(text, 'utf16le')
}
