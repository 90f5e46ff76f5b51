import { useQuery } from '@tanstack/react-query'
import { type Bridge, type KnownKind, booksQuery } from './data.ts'

type Told = { label: string; color: string; help: string }

/** The states of Tally, with advice. */
const tallyHealths: Readonly<Record<Bridge['health'], Told>> = {
  ready: { label: 'Ready', color: 'green', help: '' },
  closed: {
    label: 'Closed',
    color: 'orange',
    help: 'Tally is not running, or does not listen. Start it on that computer and open the company. Under F1, Settings, Connectivity it must act as “Both”, on port 9000.',
  },
  silent: {
    label: 'Silent',
    color: 'orange',
    help: 'Tally does not answer: most likely a dialog is open in it. Go to that computer and click it away.',
  },
  refused: {
    label: 'Refused',
    color: 'red',
    help: 'Tally does not let the bridge in.',
  },
  no_company: {
    label: 'No company',
    color: 'orange',
    help: 'No company is open in Tally. Open the one that this bridge was paired with.',
  },
  wrong_company: {
    label: 'Wrong company',
    color: 'red',
    help: 'Another company is open in Tally than the one that this bridge was paired with. Nothing is entered until the right one is open.',
  },
  educational: {
    label: 'Educational',
    color: 'orange',
    help: 'Tally runs without a licence and takes only the 1st, the 2nd and the 31st of a month. What has another day waits until the licence is active.',
  },
}

/** The states of ERPNext, with advice. */
const erpnextHealths: Readonly<Record<Bridge['health'], Told>> = {
  ...tallyHealths,
  closed: {
    label: 'Closed',
    color: 'orange',
    help: 'Nobody answers at the address of ERPNext. Look that it runs, and that the bridge reaches it over the network.',
  },
  silent: {
    label: 'Silent',
    color: 'orange',
    help: 'ERPNext does not answer as it should: it may be starting, being updated, or busy. The bridge tries again by itself.',
  },
  refused: {
    label: 'Refused',
    color: 'red',
    help: 'ERPNext does not know the key of the bridge any more, or does not let its user read what is needed. Make a new key there for a user who may make invoices, and pair again.',
  },
  no_company: {
    label: 'No company',
    color: 'orange',
    help: 'The user of the bridge sees no company in ERPNext. Give it the one that was paired.',
  },
  wrong_company: {
    label: 'Wrong company',
    color: 'red',
    help: 'ERPNext does not have the company that this bridge was paired with: it was renamed, or this is another site. Nothing is entered until the bridge is paired again.',
  },
}

/** The system of a bridge that writes files for a program to import. */
export const filesSystem = 'folder'

const fileHealths = {
  ready: { label: 'Writes files', color: 'green', help: '' },
  closed: { label: 'Cannot write', color: 'red', help: 'The bridge could not write what waits:' },
} as const

/** The message about a bridge. Silence comes first. */
export function healthOf(bridge: Bridge): Told {
  const { isSilent, machine } = bridge
  if (!isSilent) return healthIn(bridge)
  const where = machine === '' ? 'its computer' : machine
  return {
    label: 'Not heard of',
    color: 'red',
    help: `Nothing was heard of the bridge for 10 minutes. Look that ${where} is on, and that “daybook bridge run” runs there.`,
  }
}

function healthIn({ system, health }: Bridge): Told {
  if (system === filesSystem) return fileHealths[health === 'ready' ? 'ready' : 'closed']
  return (system === 'erpnext' ? erpnextHealths : tallyHealths)[health]
}

/** The name of the program that holds these accounts. If no bridge enters into them, the first bridge's program. */
function programOf(bridges: readonly Bridge[], books: number | null): string {
  const own = bridges.find((bridge) => bridge.books === books) ?? bridges[0]
  return own?.system === 'erpnext' ? 'ERPNext' : 'Tally'
}

type KindWords = { one: string; many: string; ours: string; question: string }

/** The words for each kind of mapping. */
export const kindWords: Readonly<Record<KnownKind, KindWords>> = {
  party: {
    one: 'ledger',
    many: 'Sellers',
    ours: 'Seller',
    question: 'Which ledger is this seller?',
  },
  ledger: { one: 'ledger', many: 'Ledgers', ours: 'What it is for', question: 'Which ledger?' },
  item: { one: 'stock item', many: 'Items', ours: 'Item', question: 'Which stock item is this?' },
  unit: { one: 'unit', many: 'Units', ours: 'Unit', question: 'Which unit is this?' },
  godown: { one: 'godown', many: 'Godown', ours: '', question: 'Where do goods go?' },
  voucher_type: {
    one: 'voucher type',
    many: 'Voucher types',
    ours: 'Kind',
    question: 'Which type of voucher?',
  },
}

/** Whether bridges only write files for these accounts. Nobody knows then what the accounts contain. */
export function useAreFiles(books: number | null): boolean {
  const { bridges = [] } = useQuery(booksQuery).data ?? {}
  const own = bridges.filter((bridge) => books === null || bridge.books === books)
  return own.length > 0 && own.every(({ system }) => system === filesSystem)
}

/** The names of the bridges' accounts, by number. */
export function useCompanies(): ReadonlyMap<number, string> {
  const { bridges = [] } = useQuery(booksQuery).data ?? {}
  return new Map(
    bridges.flatMap(({ books, booksName, name }) =>
      books === null ? [] : [[books, booksName === '' ? name : booksName] as const],
    ),
  )
}

/** The name of the program behind some accounts. */
export function useProgram(books: number | null): string {
  const { bridges = [] } = useQuery(booksQuery).data ?? {}
  return programOf(bridges, books)
}
