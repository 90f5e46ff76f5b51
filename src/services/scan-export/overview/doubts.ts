import { and, sql } from 'drizzle-orm'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import { walkInTurns } from '../../../platform/turns.ts'
import type { ScanExportDeps } from '../deps.ts'
import { findRuleVersion } from '../rules-in-force.ts'
import { checkedAgainst, openFindings } from '../scans/hold.ts'
import { isDeliverable, waitingNow } from '../scans/waiting-queries.ts'
import { scans } from '../tables.ts'

/** Scans per query. */
const scansPerStep = 50

/** How long checking goes on before other requests get their turn, in milliseconds. */
const sliceMs = 8

/** The ids of waiting scans that the checks contradict, as JSON. Some may have been delivered meanwhile. */
export async function doubtfulIds(deps: ScanExportDeps): Promise<string> {
  const doubts = doubtsOf(deps.database.read)
  await doubts.bringUp(deps)
  return doubts.idsJson()
}

const doubtsOf = query((conn) => new Doubts(conn))

/**
 * Which waiting scans have values that the checks contradict. Only memory knows: nothing is stored, so that writes stay cheap. The readings
 * of other programs are checked when somebody asks.
 */
class Doubts {
  readonly #conn: Conn
  /** The rules, the shop's GSTIN and the day that the result belongs to. */
  #version = ''
  /** The last waiting row that was checked. Every change of a waiting scan gives the scan a new row. */
  #last = 0
  readonly #ids = new Set<string>()
  #checking: Promise<void> | undefined

  constructor(conn: Conn) {
    this.#conn = conn
  }

  /**
   * Checks the rows that came in since the last call, and lets other requests work in between. Callers that come meanwhile wait for the
   * same check.
   */
  bringUp(deps: ScanExportDeps): Promise<void> {
    this.#checking ??= walkInTurns(this.#check(deps), sliceMs).finally(() => {
      this.#checking = undefined
    })
    return this.#checking
  }

  idsJson(): string {
    return JSON.stringify([...this.#ids])
  }

  *#check(deps: ScanExportDeps): Generator<undefined, void> {
    this.#beginAfresh(deps)
    for (;;) {
      const some = listNext(this.#conn).all({ seq: this.#last, limit: scansPerStep })
      for (const { seq, ...scan } of some) {
        const isDoubtful = openFindings(this.#conn, deps, scan).length > 0
        if (isDoubtful) this.#ids.add(scan.id)
        else this.#ids.delete(scan.id)
        this.#last = seq
        yield
      }
      if (some.length < scansPerStep) return
    }
  }

  #beginAfresh({ clock }: ScanExportDeps): void {
    const { today, ownGstin } = checkedAgainst(this.#conn, clock)
    const version = `${findRuleVersion(this.#conn)}/${today}/${ownGstin}`
    if (version === this.#version) return
    this.#version = version
    this.#last = 0
    this.#ids.clear()
  }
}

const listNext = query((conn, { seq, limit }: Params<{ seq: number; limit: number }>) => {
  const now = waitingNow(conn, 'now')
  return conn
    .select({
      seq: now.seq,
      id: scans.id,
      category: scans.category,
      raw: scans.raw,
      correction: scans.correction,
      confirmed: scans.confirmed,
    })
    .from(now)
    .innerJoin(scans, sql`${scans.id} = ${now.scanId}`)
    .where(and(sql`${now.seq} > ${seq}`, isDeliverable(now)))
    .orderBy(now.seq)
    .limit(limit)
})
