import {
  openFakeTally,
  type FakeTally,
  type FakeTallyOptions,
} from '../../../src/stand-ins/tally/fake-tally.ts'
import { sampleCompanies } from '../../../src/stand-ins/tally/sample-company.ts'
import {
  selftest,
  type Finding,
  type SelftestReport,
} from '../../../src/bridge/selftest/selftest.ts'
import { type Transport, tallyAt } from '../../../src/bridge/tally/transport.ts'

/* A fake Tally with a company for the test, and Tallys that do otherwise: made of what goes to it, and what comes back. */

export const company = 'Daybook Selftest'

export async function testTally(options: FakeTallyOptions = {}): Promise<FakeTally & Disposable> {
  const companies = sampleCompanies().map((each) => ({ ...each, name: company }))
  const tally = await openFakeTally({ companies, ...options })
  return Object.assign(tally, { [Symbol.dispose]: () => tally.close() })
}

/** What a Tally makes of a request before it reads it; an answer of its own where it does not read it at all. */
export type Change = {
  written?(text: string): string | { answer: string } | { lost: string }
  asked?(text: string): string
  /** What it answers to a question. */
  answered?(text: string): string
}

export function changed(tally: FakeTally, { written, asked, answered }: Change): Transport {
  const transport = tallyAt(tally.url)
  return {
    ...transport,
    async read(text) {
      const answer = await transport.read(asked?.(text) ?? text)
      return answered?.(answer) ?? answer
    },
    async write(text) {
      const made = written?.(text) ?? text
      return typeof made === 'string' ? await transport.write(made) : made
    },
  }
}

export async function measured(
  transport: Transport,
  only?: readonly string[],
): Promise<SelftestReport> {
  return await selftest(transport, { company, now: () => Date.now(), only })
}

export async function outcomesOf(
  tally: FakeTally,
  change: Change,
  only: readonly string[],
): Promise<Record<string, [Finding['grade'], string]>> {
  const { findings } = await measured(changed(tally, change), only)
  return Object.fromEntries(findings.map(outcomeOf))
}

export function refusal(message: string, exceptions: 0 | 1): { answer: string } {
  const line = message === '' ? '' : `<LINEERROR>${message}</LINEERROR>`
  const zero = ['CREATED', 'ALTERED', 'DELETED', 'COMBINED', 'IGNORED', 'CANCELLED']
  const counters = zero.map((name) => `<${name}>0</${name}>`).join('')
  return {
    answer: `<RESPONSE>${line}${counters}<ERRORS>${1 - exceptions}</ERRORS><EXCEPTIONS>${exceptions}</EXCEPTIONS></RESPONSE>`,
  }
}

/** The answer that counts one of them. */
export function done(counter: 'CREATED' | 'DELETED'): { answer: string } {
  const { answer } = refusal('', 0)
  return {
    answer: answer.replace(`<${counter}>0`, `<${counter}>1`).replace('<ERRORS>1', '<ERRORS>0'),
  }
}

function outcomeOf({ name, grade, outcome }: Finding): [string, [Finding['grade'], string]] {
  return [name, [grade, outcome]]
}
