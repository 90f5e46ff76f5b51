import { networkInterfaces } from 'node:os'
import { networkSetting } from '../http/listening/addresses.ts'
import { askLocalName } from '../http/listening/ask-local-name.ts'
import { readClaimedName } from '../http/listening/claimed-name.ts'
import { readSetting } from '../settings.ts'
import { type Book, type Examined, type Finding, good, warning } from './finding.ts'

const byNumbers = 'Until then other computers open Daybook by the numbers of its address.'

/** `daybook.local`: undefined while nobody else may come in, or no server answers for it. */
export async function localName(
  { book, serverUrl, readConfig }: Examined & { book: Book },
  ask: (name: string) => Promise<string | undefined> = askLocalName,
): Promise<Finding | undefined> {
  if (book === undefined || 'fault' in book || serverUrl === undefined) return undefined
  if (readSetting(book.conn, networkSetting) !== 'network') return undefined
  if (readConfig().localName === undefined) return good('Daybook is told to take none.')
  const name = readClaimedName(book.conn)
  if (name === null) {
    return warning(
      'This computer has no name in the network by multicast DNS yet.',
      `Restart Daybook; where another program has port 5353 of UDP for itself, the log says so. ${byNumbers}`,
    )
  }
  const address = await ask(name)
  if (address === undefined) {
    return warning(
      `Nobody in the network answers for ${name}.`,
      `Let UDP on port 5353 through the firewall of this computer, and look whether the router keeps multicast between its devices from passing. ${byNumbers}`,
    )
  }
  if (isOwn(address)) return good(`Others find this computer as ${name}.`)
  return warning(
    `${name} is the computer at ${address}, not this one.`,
    'Restart Daybook here: it takes the next free name, and the network page says which.',
  )
}

function isOwn(address: string): boolean {
  return Object.values(networkInterfaces()).some((all) =>
    all?.some((own) => own.address === address),
  )
}
