import { addAliases } from '../names/add-name.ts'
import { removeAlias } from '../names/change-names.ts'
import { findAliasByText, findName } from '../names/queries.ts'
import type { NameKind } from '../names/rules.ts'
import { fieldName } from '../paper/fields.ts'
import { likelyKey } from '../paper/rules/built-in-labels.ts'
import { AppError } from '../platform/errors.ts'
import { foldText } from '../platform/text.ts'
import { unknownNames as nameFinder } from '../services/scan-export/overview/unknown-names.ts'
import { findScans } from '../services/scan-export/overview/list-scans.ts'
import { findScanFile } from '../services/scan-export/overview/show-scan.ts'
import { changeRules } from '../services/scan-export/rename-rules/change-rules.ts'
import {
  dismissedOf,
  dismissOffer,
  offerAgain,
  type Offer,
} from '../services/scan-export/rename-rules/dismissed-offers.ts'
import { unknownFinder } from '../services/scan-export/rename-rules/find-unknown.ts'
import { listRulesPage } from '../services/scan-export/service.ts'
import { paperOf, type Evidence } from './evidence.ts'
import type { Answer, Asker, OpenQuestion, QuestionDeps, QuestionOwner, Undo } from './question.ts'

/** How long what was found in the newest documents is used again, in milliseconds: looking through them takes some 50 ms. */
const keptMs = 60_000

const kinds: readonly NameKind[] = ['vendor', 'product']

function isOwner({ role }: Asker): boolean {
  return role === 'owner'
}

/** Names on documents that are likely another spelling of a name in a list. Others stay on the pages of the lists: most need nothing. */
export function unknownNames(deps: QuestionDeps): QuestionOwner {
  const findUnknown = nameFinder(deps.scanExport)
  const found = kept(deps, () =>
    Promise.resolve(
      kinds.flatMap((kind) => findUnknown(kind).names.map((name) => ({ kind, ...name }))),
    ),
  )
  return {
    kind: 'name',
    isFor: isOwner,
    async find(_, asker, { limit }) {
      const { read } = deps.database
      const isDismissed = {
        vendor: dismissedOf(read, 'vendor'),
        product: dismissedOf(read, 'product'),
      }
      const { vendors, products } = deps.scanExport.names(read)
      const asked = (await found()).flatMap(({ kind, name, latest, likely }) => {
        const matcher = kind === 'vendor' ? vendors : products
        const isKnown = matcher.canonical(name) !== undefined
        if (likely === undefined || isKnown || isDismissed[kind]({ kind, name })) return []
        return [{ kind, name, scanId: latest.scanId, likely }]
      })
      const open = asked.slice(0, limit).map((one) => spellingOf(deps, asker.userId, one))
      return { open, total: asked.length }
    },
  }
}

type Spelling = { kind: NameKind; name: string; likely: string; scanId: string }

function spellingOf(
  deps: QuestionDeps,
  by: string,
  { kind, name, likely, scanId }: Spelling,
): OpenQuestion {
  const { database, clock } = deps
  return {
    question: {
      id: `name ${kind} ${name}`,
      kind: 'name',
      subject: { id: `${kind} ${name}`, title: name, totalPaise: null },
      asks: { code: `spelling ${kind}`, values: { name, likely } },
      because: [],
      evidence: evidenceIn(deps, scanId),
      proposals: [{ id: 'alias', name: likely, note: '' }],
      answers: ['different'],
    },
    async answer({ choice }: Answer): Promise<Undo> {
      if (choice === 'different') return await dismissed(deps, { kind, name }, by)
      await database.write((conn) => {
        const entry = findName(conn).get({ kind, folded: foldText(likely) })
        if (entry === undefined) {
          throw new AppError('conflict', `“${likely}” is not in the list any more.`)
        }
        addAliases(conn, { id: entry.id, aliases: [name] }, clock.now())
      })
      return () =>
        database.write((conn) => {
          const alias = findAliasByText(conn).get({ kind, folded: foldText(name) })
          if (alias !== undefined) removeAlias(conn, alias.id)
        })
    },
  }
}

/** Labels that no rule knows and that are likely a known field. */
export function unknownLabels(deps: QuestionDeps): QuestionOwner {
  const findUnknown = unknownFinder(deps.scanExport)
  const found = kept(deps, async () => (await findUnknown()).labels)
  return {
    kind: 'label',
    isFor: isOwner,
    async find(_, asker, { limit }) {
      const { read } = deps.database
      const isDismissed = dismissedOf(read, 'label')
      const { rules } = deps.scanExport.rules(read)
      const asked = (await found()).flatMap(({ label, category, place, example, scan }) => {
        const key = likelyKey(label, category, place)
        const { isKnown } = rules[category][place](label)
        if (key === null || isKnown || isDismissed({ kind: 'label', category, label })) return []
        return [{ label, category, key, example, scanId: scan.id }]
      })
      const open = asked.slice(0, limit).map((one) => labelOf(deps, asker.userId, one))
      return { open, total: asked.length }
    },
  }
}

type Label = Omit<Extract<Offer, { kind: 'label' }>, 'kind'> & {
  key: string
  example: string
  scanId: string
}

function labelOf(
  deps: QuestionDeps,
  by: string,
  { label, category, key, example, scanId }: Label,
): OpenQuestion {
  const { scanExport } = deps
  return {
    question: {
      id: `label ${category} ${label}`,
      kind: 'label',
      subject: { id: `${category} ${label}`, title: label, totalPaise: null },
      asks: { code: 'label', values: { label, key, field: fieldName(key), example } },
      because: [],
      evidence: evidenceIn(deps, scanId),
      proposals: [{ id: 'rule', name: fieldName(key), note: '' }],
      answers: ['different'],
    },
    async answer({ choice }: Answer): Promise<Undo> {
      if (choice === 'different') {
        return await dismissed(deps, { kind: 'label', category, label }, by)
      }
      const rule = { type: 'label', from: label, to: key, key: '', category } as const
      await changeRules(scanExport, [rule], { by, mayReplace: false })
      return () => removeRule(deps, { label, category }, by)
    },
  }
}

async function removeRule(
  { database, scanExport }: QuestionDeps,
  { label, category }: Pick<Label, 'label' | 'category'>,
  by: string,
): Promise<void> {
  const selection = {
    search: label,
    type: 'label',
    category,
    sort: { by: 'updated', isDescending: true },
  } as const
  const { rules } = listRulesPage(database.read, selection, { limit: 20, offset: 0 })
  const remove = rules.filter(({ from }) => from === label).map(({ id }) => id)
  await changeRules(scanExport, [], { by, remove })
}

async function dismissed({ scanExport }: QuestionDeps, offer: Offer, by: string): Promise<Undo> {
  await dismissOffer(scanExport, offer, by)
  return () => offerAgain(scanExport, offer)
}

/** The newest document with the name or label. */
function evidenceIn({ scanExport }: QuestionDeps, id: string): Evidence {
  const [scan] = findScans(scanExport, [id])
  if (scan === undefined) return { type: 'text', text: '' }
  const paper = paperOf(scan, findScanFile(scanExport, id))
  return { type: 'paper', paper, spot: null, place: 'head', values: [] }
}

/** What was found, for a minute. Answered ones are filtered by the caller. */
function kept<Found>({ clock }: QuestionDeps, find: () => Promise<Found>): () => Promise<Found> {
  let last: { at: number; found: Promise<Found> } | undefined
  return () => {
    const now = clock.now()
    if (last === undefined || Math.abs(now - last.at) > keptMs) {
      const found = find()
      // The caller sees the error. The next call tries again.
      found.catch(() => {
        last = undefined
      })
      last = { at: now, found }
    }
    return last.found
  }
}
