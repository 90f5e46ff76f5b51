import type { Caller } from '../../../accounts/keys/guard.ts'
import { takeLease } from '../../../imports/leases/lease.ts'
import { leaseText } from '../../../imports/leases/lease-text.ts'
import type { LeaseAsked } from '../../../imports/leases/schemas.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import type { ScanExportDeps } from '../deps.ts'
import { findPlaceBySeq } from '../scans/waiting-queries.ts'
import {
  listText,
  type ChooseUnsynced,
  type UnsyncedInput,
  type UnsyncedList,
} from './list-unsynced.ts'

/**
 * The unsynced list for one of several workers: what it is given nobody else gets for so many seconds. What somebody else took or
 * acknowledged since it was chosen is left out.
 */
export async function leaseUnsynced(
  { database, clock }: ScanExportDeps,
  choose: ChooseUnsynced,
  caller: Caller,
  input: UnsyncedInput,
  asked: LeaseAsked,
): Promise<UnsyncedList> {
  const chosen = choose(caller, input)
  // Whoever asks again and again for what is not there costs no commit.
  if (chosen.seqs.length === 0) {
    return { text: leaseText(listText(chosen), undefined, chosen.leased), count: 0 }
  }
  const given = await database.write((conn) => {
    const ids = chosen.seqs.map((seq) => waitingId(conn, seq))
    const still = ids.filter((id) => id !== undefined)
    const lease = takeLease(conn, 'scan', still, {
      ...asked,
      keyId: caller.keyId,
      now: clock.now(),
    })
    return { ids, lease }
  })
  const { ids, lease } = given
  const isOurs = (id: string | undefined) => id !== undefined && lease?.ids.has(id) === true
  const items = chosen.items.filter((_, at) => isOurs(ids[at]))
  return {
    text: leaseText(listText({ ...chosen, items }), lease, chosen.leased),
    count: items.length,
  }
}

/** Undefined for a row that went away, or was replaced by one with other data. */
function waitingId(conn: Conn, seq: number): string | undefined {
  return findPlaceBySeq(conn).get({ seq })?.scanId
}
