import { isId } from '../../../platform/ids.ts'
import { isJsonObject, type JsonValue } from '../../../platform/json.ts'
import { mustBe } from '../../../platform/record/sentence.ts'
import { syncedItemsMax } from './rules.ts'

/** Entries of a list that an error names: a list that is wrong throughout is known by its first. */
export const namedEntriesMax = 5

/** A row of `orders/sync` that can be looked up. `sent` is the order's id as it was sent. */
export type SyncRow = {
  sent: string
  orderId: string
  /** Undefined: every line. */
  itemIds: readonly string[] | undefined
  /** What was wrong beside the ids that count. */
  problems: readonly string[]
}

/** A row that says nothing that could be marked. */
export type RefusedRow = { sent: string; problem: string }

/** Reads a row that nobody has checked; null counts as absent. */
export function readSyncRow(value: unknown, at: number): SyncRow | RefusedRow {
  if (!isJsonObject(value)) {
    return { sent: '', problem: mustBe(`orders[${at}]`, 'an object', value) }
  }
  const { order_id: orderId, all_items: allItems, order_item_ids: ids } = value
  if (typeof orderId !== 'string') {
    return { sent: '', problem: mustBe('order_id', 'text', orderId ?? undefined) }
  }
  const row = { sent: orderId, orderId: asId(orderId) }
  if (allItems === true) return { ...row, itemIds: undefined, problems: [] }
  const isReadable = typeof (allItems ?? false) === 'boolean'
  return readItemIds(row, ids, isReadable ? [] : [mustBe('all_items', 'true or false', allItems)])
}

function readItemIds(
  row: { sent: string; orderId: string },
  ids: JsonValue | undefined,
  problems: readonly string[],
): SyncRow | RefusedRow {
  const { sent } = row
  if (ids === undefined || ids === null || (Array.isArray(ids) && ids.length === 0)) {
    const [problem = 'Nothing is named: send all_items: true, or ids in order_item_ids.'] = problems
    return { sent, problem }
  }
  if (!Array.isArray(ids) || ids.length > syncedItemsMax) {
    const got = Array.isArray(ids) ? ids.length : ids
    return {
      sent,
      problem: mustBe('order_item_ids', `a list of at most ${syncedItemsMax} ids`, got),
    }
  }
  const itemIds = new Set<string>()
  const strange: string[] = []
  for (const [i, entry] of ids.entries()) {
    const id = typeof entry === 'string' ? asId(entry) : ''
    if (isId(id)) itemIds.add(id)
    else if (strange.length < namedEntriesMax) {
      strange.push(mustBe(`order_item_ids[${i}]`, 'the id of an item', entry))
    }
  }
  return { ...row, itemIds: [...itemIds], problems: [...problems, ...strange] }
}

/** Some systems keep ids in capitals (.NET, SQL Server): they mean the same order. */
export function asId(text: string): string {
  return text.trim().toLowerCase()
}
