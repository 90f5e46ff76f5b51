import { Elysia } from 'elysia'
import { queryOf, querySchemaOf } from '../../../platform/http/fields.ts'
import { foldText } from '../../../platform/text.ts'
import {
  dismissedOf,
  dismissOffer,
  likelyKey,
  offerAgain,
  unknownFinder,
} from '../../../services/scan-export/service.ts'
import { forOwners, sessionOf } from '../guard.ts'
import type { ConsoleDeps } from '../deps.ts'
import { categoryField, kindField, offerBody, searchField, showField } from './schemas.ts'
import { pageField, pageOf, sizeField } from '../fields.ts'

const unknownQuery = querySchemaOf([
  pageField,
  sizeField,
  searchField,
  categoryField,
  kindField,
  showField,
])

/** What a rule is offered for, and what an owner does not want to be offered any more. */
export function unknownRoutes(deps: ConsoleDeps) {
  const { scanExport } = deps
  const findUnknown = unknownFinder(scanExport)
  return new Elysia()
    .get('/api/rules/unknown', ({ request }) => listUnknown(deps, findUnknown, request), {
      query: unknownQuery,
      ...forOwners,
    })
    .post(
      '/api/rules/unknown/dismiss',
      async ({ request, body }) => {
        await dismissOffer(scanExport, sentOffer(body), sessionOf(request).userId)
        return { dismissed: true }
      },
      { body: offerBody, ...forOwners },
    )
    .post(
      '/api/rules/unknown/offer-again',
      async ({ body }) => {
        await offerAgain(scanExport, sentOffer(body))
        return { dismissed: false }
      },
      { body: offerBody, ...forOwners },
    )
}

type SentOffer = (typeof offerBody)['static']

/** Of a label `text` is the label, of a value the value under `key`. */
function sentOffer({ kind, category, key, text }: SentOffer) {
  return kind === 'labels'
    ? ({ kind: 'label', category, label: text } as const)
    : ({ kind: 'value', category, key: key ?? '', value: text } as const)
}

/**
 * A page of the labels or values in the newest scans that no rule knows, or of those among them that were dismissed; and
 * how many there are of both, and of the kind's dismissed ones.
 */
async function listUnknown(
  { scanExport }: ConsoleDeps,
  findUnknown: ReturnType<typeof unknownFinder>,
  request: Request,
) {
  const query = queryOf(request)
  const kind = kindField.read(query) ?? 'labels'
  const category = categoryField.read(query)
  const search = foldText(searchField.read(query) ?? '')
  const wantsDismissed = showField.read(query) === 'dismissed'
  const isWanted = (scanCategory: string, texts: readonly string[]) =>
    (category === undefined || category === scanCategory) &&
    texts.some((text) => foldText(text).includes(search))
  const { scans, ...unknown } = await findUnknown()
  const { read } = scanExport.database
  const [isLabel, isValue] = [dismissedOf(read, 'label'), dismissedOf(read, 'value')]
  const labels = Object.groupBy(unknown.labels, (row) => side(isLabel({ kind: 'label', ...row })))
  const values = Object.groupBy(unknown.values, (row) => side(isValue({ kind: 'value', ...row })))
  const counts = {
    scans,
    labels: labels.offered?.length ?? 0,
    values: values.offered?.length ?? 0,
    dismissed: (kind === 'labels' ? labels : values).dismissed?.length ?? 0,
  }
  const shown = side(wantsDismissed)
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
