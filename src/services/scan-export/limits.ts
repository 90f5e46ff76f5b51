import { leaseSecondsMax } from '../../books/leases/queries.ts'
import { leaseLimits } from '../../books/leases/schemas.ts'
import { importResultsMax } from '../../books/results/record.ts'
import { aliasesMax, nameLengthMax } from '../../names/rules.ts'
import { commonLimits, type Limit } from '../../platform/http/limits.ts'
import { answerCharactersMax, explainedMax } from './delivery/list-unsynced.ts'
import { filenameLengthMax, filesMax } from './intake/read-upload.ts'
import { fieldsMax, labelLengthMax, lineItemsMax, rawLengthMax } from '../../paper/raw.ts'
import {
  listLimitDefault,
  listLimitMax,
  markedEntriesMax,
  retentionMs,
  sourceLengthMax,
} from './scans/rules.ts'

const dayMs = 24 * 60 * 60 * 1000

const [list, mark, upload] = ['GET scans/unsynced', 'POST scans/mark-synced', 'POST scans']

const limitOfList = {
  name: 'limit',
  unit: 'items',
  minimum: 1,
  maximum: listLimitMax,
  default: listLimitDefault,
} as const

/** The limits of scan export's calls and answers. */
export const scanExportLimits: readonly Limit[] = [
  ...commonLimits,
  { call: list, ...limitOfList },
  { call: list, name: 'items with explain', unit: 'items', maximum: explainedMax },
  { call: list, name: 'items of an answer', unit: 'characters', maximum: answerCharactersMax },
  { call: list, name: 'lease', unit: 'seconds', minimum: 0, maximum: leaseSecondsMax, default: 0 },
  ...leaseLimits,
  { call: list, name: 'window', unit: 'days', maximum: retentionMs / dayMs },
  ...['ids', 'invoice_nos', 'items'].map((name): Limit => {
    return { call: mark, name, unit: 'items', maximum: markedEntriesMax }
  }),
  { call: mark, name: 'source', unit: 'characters', maximum: sourceLengthMax },
  { call: 'POST import-results', name: 'results', unit: 'items', maximum: importResultsMax },
  { call: 'GET scans/unread', ...limitOfList },
  { call: upload, name: 'files', unit: 'items', maximum: filesMax },
  { call: upload, name: 'filename', unit: 'characters', maximum: filenameLengthMax },
  { call: upload, name: 'raw', unit: 'characters', maximum: rawLengthMax },
  { call: upload, name: 'raw.line_items', unit: 'items', maximum: lineItemsMax },
  { call: upload, name: 'fields of the head and of a line', unit: 'items', maximum: fieldsMax },
  { call: upload, name: 'label', unit: 'characters', maximum: labelLengthMax },
  ...['POST vendors', 'POST products'].flatMap((call): Limit[] => [
    { call, name: 'name', unit: 'characters', minimum: 1, maximum: nameLengthMax },
    { call, name: 'aliases', unit: 'items', maximum: aliasesMax },
  ]),
]
