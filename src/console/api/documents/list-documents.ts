import { queryOf } from '../../../platform/http/fields.ts'
import { toNfc } from '../../../platform/text.ts'
import {
  listScans,
  soonDeleted,
  type ScanListInput,
} from '../../../services/scan-export/service.ts'
import { sessionOf } from '../guard.ts'
import type { ConsoleDeps } from '../parts.ts'
import { givenRange, readRange } from '../range.ts'
import {
  categoryField,
  duplicateField,
  stateField,
  syncedField,
  textSearchField,
} from './schemas.ts'
import { listedDocument, namesOf } from './shown-document.ts'
import { readPage } from '../paging.ts'

/** A page of what the query chooses; a member has its own. */
export function listDocuments(deps: ConsoleDeps, request: Request) {
  const { userId, role } = sessionOf(request)
  const query = queryOf(request)
  const { page, size } = readPage(query)
  const { from, until } = readRange(givenRange(query))
  const synced = syncedField.read(query)
  const asked = {
    userId: role === 'owner' ? null : userId,
    category: categoryField.read(query) ?? null,
    status: stateField.read(query) ?? null,
    synced: synced === undefined || synced === 'last-week' ? null : synced,
    duplicate: duplicateField.read(query) ?? null,
    text: toNfc(textSearchField.read(query) ?? '').trim() || null,
    from: from ?? 0,
    until: until === undefined ? Number.MAX_SAFE_INTEGER : until + 1,
  }
  const input = synced === 'last-week' ? withinLastWeek(asked, deps.clock.now()) : asked
  const found = listScans(deps.scanExport, input, { limit: size, offset: (page - 1) * size })
  const whose = namesOf(deps)
  return {
    items: found.items.map((scan) => listedDocument(scan, whose)),
    total: found.total,
    page,
    size,
  }
}

/** As Home counts those that are soon deleted, within what else was asked for. */
function withinLastWeek(asked: ScanListInput, now: number): ScanListInput {
  const { from, until, ...lastWeek } = soonDeleted(now)
  return {
    ...asked,
    ...lastWeek,
    from: Math.max(asked.from, from),
    until: Math.min(asked.until, until),
  }
}
