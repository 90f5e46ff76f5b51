import { readExternal, sentId } from '../../../imports/results/read-result.ts'
import { fenceField, resultFields } from '../../../imports/results/record.ts'
import { isJsonObject } from '../../../platform/json/json.ts'
import { mustBeObject, Reading, refused } from '../../../platform/record/read.ts'
import type { GivenItem, RefusedItem } from './acknowledge-item.ts'

/** An item of an acknowledgement that nobody has checked; the id in small letters. */
export function readItem(row: unknown): GivenItem | RefusedItem {
  const sent = sentId(row)
  if (!isJsonObject(row)) return { sent, error: refused(mustBeObject('items', row)) }
  const reading = new Reading()
  const id = resultFields.id.read(row['id'], 'id', reading) ?? ''
  const revision = resultFields.revision.read(row['revision'] ?? '', 'revision', reading) ?? ''
  const fence = fenceField.read(row['fence'] ?? 0, 'fence', reading)
  const external = readExternal(row['external'], 'external', reading)
  const [fault] = reading.faults
  if (fault !== undefined) return { sent, error: refused(fault) }
  return { id: id.toLowerCase(), sent, revision, external, fence }
}
