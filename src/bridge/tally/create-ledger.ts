import type { Company, NewLedger } from '../books.ts'
import { answerOf } from './answers.ts'
import { openPaired, rowsOf } from './companies.ts'
import { renderLedger } from './render-ledger.ts'
import { collectionRequest } from './requests.ts'
import type { Transport } from './transport.ts'
import { childOf, textOf } from './tree.ts'

/**
 * Makes a ledger that somebody asked for. Tally alters one that has the name, its opening balance too, without a word: all
 * names are read a moment before, of a company that is open still. Answers what went wrong; undefined: it is there, made now or before.
 * Throws AppError `unavailable`.
 */
export async function createLedger(
  transport: Transport,
  company: Company,
  ledger: NewLedger,
): Promise<string | undefined> {
  if (await isThere(transport, company, ledger.name)) return undefined
  await openPaired(transport, company)
  const sent = await transport.write(renderLedger(ledger, company.name, company.booksFrom))
  if (await isThere(transport, company, ledger.name)) return undefined
  const answer = 'answer' in sent ? answerOf(sent.answer) : undefined
  return answer !== undefined && 'message' in answer && answer.message !== ''
    ? answer.message
    : 'Tally did not make it, and did not say why.'
}

async function isThere(transport: Transport, { name }: Company, ledger: string): Promise<boolean> {
  const request = collectionRequest({ type: 'Ledger', fetch: ['NAME'], company: name })
  const rows = rowsOf(await transport.read(request), 'LEDGER')
  const wanted = foldName(ledger)
  return rows.some(
    (row) => foldName(textOf(childOf(row, 'NAME')) || textOf(childOf(row, '@NAME'))) === wanted,
  )
}

/** To Tally names are one that differ in case, in spaces around, or in a hyphen or slash for a space (source: measured on 7.1). */
function foldName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[-/\s]+/g, ' ')
    .trim()
}
