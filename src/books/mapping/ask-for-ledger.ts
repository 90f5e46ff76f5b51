import { isGstin } from '../../platform/gst/gstin.ts'
import type { Conn } from '../../platform/db/connection.ts'
import { AppError } from '../../platform/errors.ts'
import { stateNameOf } from '../../platform/gst/gst.ts'
import { toNfc } from '../../platform/text.ts'
import { decide } from './decisions.ts'
import { recordHistory } from './history.ts'
import { partyOf, type Mapped } from './mapped.ts'
import { listNamed } from './master-queries.ts'
import { wholeTerm } from './rules.ts'

/** The group of sellers' ledgers in every TallyPrime company. */
const sellersGroup = 'Sundry Creditors'

/** The longest name of a new ledger. */
const nameMax = 200

type Asked = Mapped & { books: number; name: string; parent: string }

/**
 * Asks a bridge to create a ledger in some accounts. The bridge first checks whether that name exists. Throws AppError `invalid_request`,
 * and `conflict` where the accounts already have such a ledger.
 */
export function askForLedger(conn: Conn, asked: Asked, by: string, now: number): string {
  const { books, kind, ours } = asked
  if (kind !== 'party' && kind !== 'ledger') throw invalid('Only a ledger can be made from here.')
  const name = toNfc(asked.name).trim()
  if (name === '' || name.length > nameMax) {
    throw invalid(`The name must have 1 to ${nameMax} characters.`, 'name')
  }
  const [known] = listNamed(conn).all({ books, kind: 'ledger', term: wholeTerm(name), limit: 1 })
  if (known !== undefined) {
    throw new AppError(
      'conflict',
      `The books have the ledger “${known.master.name}” already: choose it.`,
      { field: 'name' },
    )
  }
  const parent = kind === 'party' && asked.parent === '' ? sellersGroup : asked.parent
  if (parent === '') throw invalid('Say under which group the ledger belongs.', 'parent')
  const about = kind === 'party' ? aboutParty(ours) : {}
  const detail = { field: `${kind}:${ours}`, name, parent, ...about }
  const id = decide(conn, { kind: 'create_ledger', books, subject: '', detail }, by, now)
  recordHistory(conn, now, { action: 'ledger asked for', userId: by, details: { name, parent } })
  return id
}

/** The state follows from the GSTIN. */
function aboutParty(ours: string): { gstin?: string; state?: string } {
  const { gstin } = partyOf(ours)
  if (!isGstin(gstin)) return {}
  const state = stateNameOf(gstin.slice(0, 2))
  return state === undefined ? { gstin } : { gstin, state }
}

function invalid(message: string, field = 'field'): AppError {
  return new AppError('invalid_request', message, { field })
}
