import { choiceField, queryOf, querySchemaOf } from '../../../../platform/http/fields.ts'
import { foldText } from '../../../../platform/text.ts'
import { categories } from '../../../../paper/categories.ts'
import { builtInKeys, likelyKey, listBuiltIn } from '../../../../paper/rules/built-in-labels.ts'
import { dismissedOf } from '../../../../services/scan-export/rename-rules/dismissed-offers.ts'
import {
  listRuleKeys,
  listRulesPage,
  type StoredRule,
} from '../../../../services/scan-export/service.ts'
import { previewRules } from '../../../../services/scan-export/rename-rules/preview-rules.ts'
import type { RenameRule } from '../../../../paper/rules/rules.ts'
import type { unknownFinder } from '../../../../services/scan-export/rename-rules/find-unknown.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import {
  directionField,
  pageField,
  pageOf,
  readPage,
  readSort,
  searchFieldOf,
  sizeField,
  sortFieldOf,
} from '../../../api/fields.ts'
import { jobs } from '../../../../platform/jobs.ts'
import type { ChangeProgress } from '../../../../services/scan-export/rename-rules/change-rules.ts'
import type { Session } from '../../../api/guard.ts'

const searchField = searchFieldOf('Found in a label, a field or a value.')

const typeField = choiceField('type', {
  choices: ['label', 'value'],
  description: 'Only rules for labels, or only those for values.',
})

const categoryField = choiceField('category', {
  choices: categories,
  description: 'Only of one category of documents.',
})

const ruleCategoryField = choiceField('category', {
  choices: ['all', ...categories],
  description: 'Only rules for one category of documents, or with `all` those for every document.',
})

const sortField = sortFieldOf(['from', 'updated'])

const kindField = choiceField('kind', {
  choices: ['labels', 'values'],
  description: 'Labels or values that no rule knows.',
})

const showField = choiceField('show', {
  choices: ['dismissed'],
  description: 'Those that were dismissed, instead of those that are offered.',
})

const paging = [pageField, sizeField, searchField]
export const listQuery = querySchemaOf([
  ...paging,
  typeField,
  ruleCategoryField,
  sortField,
  directionField,
])
export const builtInQuery = querySchemaOf([...paging, categoryField])
export const unknownQuery = querySchemaOf([...paging, categoryField, kindField, showField])

/** A page of the organisation's rules. */
export function listRules({ database }: ConsoleDeps, request: Request) {
  const query = queryOf(request)
  const { page, size } = readPage(query)
  const category = ruleCategoryField.read(query)
  const selection = {
    search: searchField.read(query) ?? '',
    type: typeField.read(query),
    category: category === 'all' ? ('' as const) : category,
    sort: readSort(query, sortField, { by: 'from', isDescending: false }),
  }
  const offset = (page - 1) * size
  const { rules, total } = listRulesPage(database.read, selection, { limit: size, offset })
  return { items: rules.map(shownRule), total, page, size }
}

/** A rule for the page. `category` is null for all documents, `key` only exists for a value rule. */
function shownRule({ id, type, category, key, from, to, updatedAt }: StoredRule) {
  return {
    id,
    type,
    category: category === '' ? null : category,
    key: type === 'value' ? key : null,
    from,
    to,
    updatedAt: new Date(updatedAt).toISOString(),
  }
}

/** A page of the labels that Daybook knows by itself. */
export function listBuiltInLabels(request: Request) {
  const query = queryOf(request)
  const rows = listBuiltIn(searchField.read(query) ?? '', categoryField.read(query))
  return pageOf(rows, query)
}

/** The keys that rules may name: built-in keys and keys in the organisation's rules. */
export function listKeys({ database }: ConsoleDeps) {
  const own = listRuleKeys(database.read).all()
  return { keys: [...new Set([...builtInKeys(), ...own.map(({ key }) => key)])].toSorted() }
}

/**
 * A page of the labels or values in the newest scans that no rule covers, or of the dismissed ones among them. Also
 * the numbers of both, and of all dismissed ones of this kind.
 */
export async function listUnknown(
  { database: { read } }: ConsoleDeps,
  findUnknown: ReturnType<typeof unknownFinder>,
  request: Request,
) {
  const query = queryOf(request)
  const kind = kindField.read(query) ?? 'labels'
  const category = categoryField.read(query)
  const search = foldText(searchField.read(query) ?? '')
  const isWanted = (of: string, texts: readonly string[]) =>
    (category === undefined || category === of) &&
    texts.some((text) => foldText(text).includes(search))
  const { scans, ...unknown } = await findUnknown()
  const [isLabel, isValue] = [dismissedOf(read, 'label'), dismissedOf(read, 'value')]
  const labels = Object.groupBy(unknown.labels, (row) => side(isLabel({ kind: 'label', ...row })))
  const values = Object.groupBy(unknown.values, (row) => side(isValue({ kind: 'value', ...row })))
  const counts = {
    scans,
    labels: labels.offered?.length ?? 0,
    values: values.offered?.length ?? 0,
    dismissed: (kind === 'labels' ? labels : values).dismissed?.length ?? 0,
  }
  const shown = side(showField.read(query) === 'dismissed')
  if (kind === 'labels') {
    const rows = labels[shown] ?? []
    const found = rows.filter((row) => isWanted(row.category, [row.label, row.example]))
    const { items, ...page } = pageOf(found, query)
    const withLikely = items.map((row) => ({
      ...row,
      likely: likelyKey(row.label, row.category, row.place),
    }))
    return { kind, ...counts, ...page, items: withLikely }
  }
  const rows = values[shown] ?? []
  const found = rows.filter((row) => isWanted(row.category, [row.key, row.value]))
  return { kind, ...counts, ...pageOf(found, query) }
}

function side(isDismissed: boolean): 'dismissed' | 'offered' {
  return isDismissed ? 'dismissed' : 'offered'
}

/** The most changed scans in a preview. The preview counts all of them. */
const scansShown = 20

/** The effect of changed rules on waiting scans. */
export async function showPreview(
  { scanExport }: ConsoleDeps,
  change: { put: readonly RenameRule[]; remove: readonly string[] },
  signal: AbortSignal,
) {
  const { scans, ...counts } = await previewRules(scanExport, change, { scansShown, signal })
  const shown = scans.map(({ createdAt, ...scan }) => ({
    ...scan,
    createdAt: new Date(createdAt).toISOString(),
  }))
  return { ...counts, scans: shown }
}

/** A change of rules in progress. Without `progress` it waits for its turn. */
type ChangeUnderWay = {
  id: string
  by: Pick<Session, 'userId' | 'name'>
  /** The change in a few words. */
  what: string
  progress: ChangeProgress | null
}

export type ChangesUnderWay = ReturnType<typeof changesUnderWay>

export function changesUnderWay(deps: Pick<ConsoleDeps, 'clock' | 'log'>) {
  const { run, underWay } = jobs<ChangeUnderWay>(deps)
  return {
    /** In the order of the requests. */
    list: (): ChangeUnderWay[] =>
      underWay().map(({ id, by, what, progress }) => ({ id, by, what, progress })),
    /** Does the work and records its progress. */
    run: <T>(
      { userId, name }: Session,
      what: string,
      work: (onProgress: (progress: ChangeProgress) => void) => Promise<T>,
    ): Promise<T> =>
      run({ id: crypto.randomUUID(), by: { userId, name }, what, progress: null }, (job) =>
        work((progress) => {
          job.progress = progress
        }),
      ),
  }
}
