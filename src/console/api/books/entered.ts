import { countEntered, listEntered } from '../../../imports/results/cause-queries.ts'
import type { SubjectKind } from '../../../imports/results/queries.ts'
import { queryOf } from '../../../platform/http/fields.ts'
import { findScans, listIdsOf } from '../../../services/scan-export/service.ts'
import type { ConsoleDeps } from '../deps.ts'
import { pageBy } from '../fields.ts'
import { sessionOf } from '../guard.ts'
import { orderTitles, scanTitles, seesOrders } from './causes.ts'

/** What went into the books of what whoever asks may see, the newest first; `title` is null for what is deleted by now. */
export function listEnteredPage(deps: ConsoleDeps, request: Request) {
  const { read } = deps.database
  const session = sessionOf(request)
  const seen = {
    orders: seesOrders(session),
    scanIds:
      session.role === 'owner' ? null : JSON.stringify(listIdsOf(deps.scanExport, session.userId)),
  }
  const { items, ...page } = pageBy(
    queryOf(request),
    (part) => listEntered(read).all({ ...seen, ...part }),
    () => countEntered(read).get(seen)?.n ?? 0,
  )
  const of = (kind: SubjectKind) => items.filter((entered) => entered.kind === kind)
  const titles = {
    scan: scanTitles(deps, session, of('scan')),
    order: orderTitles(deps, session, of('order')),
  }
  const ids = of('scan').map(({ subjectId }) => subjectId)
  const statements = new Set(
    findScans(deps.scanExport, ids).flatMap(({ id, category }) =>
      category === 'bank_entry' ? id : [],
    ),
  )
  return {
    ...page,
    items: items.map(({ kind, subjectId, part, program, lastAt, ...entered }) => ({
      id: `${subjectId} ${part} ${program}`,
      kind,
      subjectId,
      /** Of a statement, from 1; null for what is no row of one. */
      row: part > 0 || statements.has(subjectId) ? part + 1 : null,
      title: titles[kind].get(subjectId) ?? null,
      system: entered.system,
      company: entered.company,
      voucherNo: entered.voucherNo,
      voucherId: entered.voucherId,
      at: new Date(lastAt).toISOString(),
    })),
  }
}
