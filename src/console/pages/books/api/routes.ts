import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { askForLedger, decide } from '../../../../books/mapping/decisions.ts'
import { requireBooks, systemOf, usualBooks } from '../../../../books/mapping/companies.ts'
import { mapTo, unmap, recordHistory, mapToName } from '../../../../books/mapping/map.ts'
import {
  mappedFieldMax,
  mappedKinds,
  requireMapped,
  countMappings,
  listMappingsPage,
} from '../../../../books/mapping/mapping-queries.ts'
import { searchMasters } from '../../../../books/mapping/master-queries.ts'
import { readDetails, bookSettings } from '../../../../books/mapping/mappings-answer.ts'
import { masterKinds } from '../../../../books/mapping/rules.ts'
import type { Conn } from '../../../../platform/db/connection.ts'
import { AppError } from '../../../../platform/errors.ts'
import { writeSetting } from '../../../../platform/settings.ts'
import {
  choiceField,
  queryOf,
  querySchemaOf,
  textField,
  wholeNumberField,
} from '../../../../platform/http/fields.ts'
import { foldText, toNfc } from '../../../../platform/text.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { choiceOf, listQueryOf, pageBy, searchFieldOf, textOf } from '../../../api/fields.ts'
import { forClerks, forOwners, sessionOf } from '../../../api/guard.ts'
import {
  causesFor,
  subjectsOf,
  titleOf,
  orderTitles,
  scanTitles,
  seesOrders,
} from '../../../../questions/causes.ts'
import {
  requireMayChoose,
  requireMayMake,
  requireUnconfirmed,
  settleCause,
  tryAgain,
  requireMayName,
} from '../../../../questions/clerk-answers.ts'
import { pairingRoutes } from './pairing.ts'
import { booksState } from './state.ts'
import { countEntered, listEntered, type SubjectKind } from '../../../../books/results/queries.ts'
import { findScans } from '../../../../services/scan-export/overview/list-scans.ts'
import { listIdsOf } from '../../../../services/scan-export/overview/show-scan.ts'
import { knownBridges } from '../../../../books/mapping/take-report.ts'

/** The most masters that one search offers. */
const offeredMax = 30

/** The accounts: their state, the documents that are not in them and why, and the entered documents. */
export function bookRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .use(shownRoutes(deps))
    .use(mappingRoutes(deps))
    .use(fileRoutes(deps))
    .use(ownerRoutes(deps))
    .use(pairingRoutes(deps))
}

function shownRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .get('/api/books', ({ request }) => booksState(deps, sessionOf(request)), forClerks)
    .get(
      '/api/books/causes',
      async ({ request }) => ({ items: await causesFor(deps, sessionOf(request)) }),
      forClerks,
    )
    .get(
      '/api/books/causes/waiting',
      ({ request }) => {
        const query = queryOf(request)
        const items = subjectsOf(deps, sessionOf(request), {
          kind: subjectField.read(query) ?? 'scan',
          books: booksField.read(query) || null,
          code: codeField.read(query) ?? '',
          field: fieldField.read(query) ?? '',
        })
        return { items }
      },
      { query: querySchemaOf([subjectField, booksField, codeField, fieldField]), ...forClerks },
    )
    .post(
      '/api/books/causes/again',
      async ({ request, body: { isAnother, isDeleted, books = null, ...asked } }) => {
        const of = { ...asked, books }
        const said = isAnother === true ? 'another' : isDeleted === true ? 'deleted' : undefined
        const told = await tryAgain(deps, sessionOf(request), of, said)
        return { told }
      },
      { body: againBody, ...forClerks },
    )
    .post(
      '/api/books/causes/settle',
      async ({ request, body: { as, books = null, ...asked } }) => {
        const of = { ...asked, books }
        return { settled: await settleCause(deps, sessionOf(request), of, as) }
      },
      { body: settleBody, ...forClerks },
    )
    .get('/api/books/entered', ({ request }) => listEnteredPage(deps, request), {
      query: listQueryOf([]),
      ...forClerks,
    })
}

function mappingRoutes(deps: ConsoleDeps) {
  const { database, clock } = deps
  return new Elysia()
    .get('/api/books/masters', ({ request }) => offeredMasters(deps, request), {
      query: querySchemaOf([booksField, masterKindField, searchField]),
      ...forClerks,
    })
    .get('/api/books/mappings', ({ request }) => listMapped(deps, queryOf(request)), {
      query: listQueryOf([booksField, mappedKindField, searchField]),
      ...forOwners,
    })
    .post(
      '/api/books/mappings',
      async ({ request, body: { books = null, field, master: masterId, reason } }) => {
        const session = sessionOf(request)
        const of = { ...requireMapped(field), books: requireBooks(database.read, books) }
        requireMayChoose(deps, session, of, masterId)
        await database.write((conn) => {
          requireUnconfirmed(conn, session, of)
          const chosen = { ...of, masterId, reason: reason ?? '' }
          mapTo(conn, chosen, session.userId, clock.now())
        })
        return { field }
      },
      { body: mapBody, ...forClerks },
    )
    .post(
      '/api/books/mappings/remove',
      async ({ request, body: { books = null, field } }) => {
        const mapped = requireMapped(field)
        const { userId } = sessionOf(request)
        await database.write((conn) => {
          const of = { ...mapped, books: requireBooks(conn, books) }
          unmap(conn, of, userId, clock.now())
        })
        return { field }
      },
      { body: Type.Object({ books: booksOf, field: fieldText }), ...forOwners },
    )
    .post(
      '/api/books/ledgers',
      async ({ request, body: { books = null, field, name, parent } }) => {
        const session = sessionOf(request)
        const { read } = database
        const of = { ...requireMapped(field), books: requireBooks(read, books) }
        const asked = { ...of, name, parent: (parent ?? '').trim() }
        requireMayMake(deps, session, { ...asked, system: systemOf(read, of.books) })
        const id = await database.write((conn) => {
          requireUnconfirmed(conn, session, of)
          return askForLedger(conn, asked, session.userId, clock.now())
        })
        return { id }
      },
      { body: ledgerBody, ...forClerks },
    )
}

function ownerRoutes(deps: ConsoleDeps) {
  const { database, clock } = deps
  return new Elysia().post(
    '/api/books/settings',
    async ({ request, body: { settings } }) => {
      const { userId } = sessionOf(request)
      await database.write((conn) => {
        writeSetting(conn, bookSettings, settings)
        recordHistory(conn, clock.now(), {
          action: 'books settings changed',
          userId,
          details: settings,
        })
      })
      return { settings }
    },
    { body: Type.Object({ settings: bookSettings.schema }), ...forOwners },
  )
}

/** Ledgers include customers, banks and the owner's own, so a clerk sees only those proposed for their documents. */
function offeredMasters({ database }: ConsoleDeps, request: Request) {
  const query = queryOf(request)
  const text = searchField.read(query) ?? ''
  const kind = masterKindField.read(query) ?? 'ledger'
  if (kind === 'ledger' && sessionOf(request).role !== 'owner') {
    throw new AppError('forbidden', 'Only an owner may search all ledgers.')
  }
  const search = foldText(text)
  const code = text.replaceAll(/\s+/g, '').toUpperCase()
  const books = chosenBooks(database.read, query)
  const rows = searchMasters(database.read).all({ books, kind, search, code, limit: offeredMax })
  const items = rows.map(({ id, name, gstin, details }) => ({
    id,
    name,
    gstin,
    parent: readDetails(details).parent ?? '',
  }))
  return { items }
}

function listMapped({ database: { read } }: ConsoleDeps, query: URLSearchParams) {
  const kind = mappedKindField.read(query) ?? 'party'
  const books = chosenBooks(read, query)
  const selected = { books, kind, search: foldText(searchField.read(query) ?? '') }
  const { items, ...page } = pageBy(
    query,
    (part) => listMappingsPage(read).all({ ...selected, ...part }),
    () => countMappings(read).get(selected)?.n ?? 0,
  )
  return {
    ...page,
    items: items.map(
      ({ mapping: { ours, match, name, masterId, reason, confirmedAt }, master }) => ({
        id: match,
        field: `${kind}:${ours}`,
        title: kind === 'godown' ? 'Godown' : titleOf({ kind, ours }),
        name: master?.name ?? name,
        /** Whether the accounts no longer have the entry. The next document that needs it asks again. */
        isGone: masterId !== null && master === null,
        reason,
        confirmedAt: new Date(confirmedAt).toISOString(),
      }),
    ),
  }
}

const searchField = searchFieldOf('Only what has it in a name.')

const masterKindField = choiceField('kind', { choices: masterKinds, description: 'What they are.' })

const mappedKindField = choiceField('kind', { choices: mappedKinds, description: 'What they are.' })

const subjectField = choiceField('kind', {
  choices: ['scan', 'order'],
  description: 'Documents or orders.',
})

const codeField = textField('code', { maxLength: 100, description: 'Of the cause.' })

const fieldField = textField('field', { maxLength: mappedFieldMax, description: 'Of the cause.' })

/** 0 if there are no accounts. They contain nothing. */
function chosenBooks(conn: Conn, query: URLSearchParams): number {
  return booksField.read(query) || (usualBooks(conn) ?? 0)
}

const booksField = wholeNumberField('books', {
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  default: 0,
  description: 'Which books, by their number; 0: those heard of last.',
})

const booksOf = Type.Optional(Type.Union([Type.Integer(), Type.Null()]))

const fieldText = textOf('a field such as ledger:cgst_input:9')

const mapBody = Type.Object({
  books: booksOf,
  field: fieldText,
  master: textOf('the id of what the books have'),
  reason: Type.Optional(textOf('a text')),
})

const causeFields = {
  kind: choiceOf(['scan', 'order']),
  books: booksOf,
  code: textOf('a text'),
  field: textOf('a text'),
}

const settleBody = Type.Object({ ...causeFields, as: choiceOf(['by_hand', 'dropped']) })

const againBody = Type.Object({
  ...causeFields,
  isAnother: Type.Optional(Type.Boolean()),
  isDeleted: Type.Optional(Type.Boolean()),
})

const ledgerBody = Type.Object({
  books: booksOf,
  field: fieldText,
  name: textOf('a text'),
  parent: Type.Optional(textOf('the name of a group')),
})

/** The entered documents and orders that the user may see, newest first. `title` is null if the document was deleted. */
function listEnteredPage(deps: ConsoleDeps, request: Request) {
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
      /** The row of a statement, from 1. Null for other documents. */
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

/** The longest name in the accounts, in characters. */
const nameMax = 200

const decisions = {
  imported: { kind: 'confirm_file', action: 'file confirmed' },
  again: { kind: 'rewrite_file', action: 'file to be written again' },
} as const

/** For accounts that get files: the decisions about a file, and the mappings, because nobody can read them from the accounts. */
function fileRoutes(deps: ConsoleDeps) {
  const { database, clock } = deps
  return new Elysia()
    .post(
      '/api/books/files',
      async ({ request, body: { bridge, file, as } }) => {
        requireWritten(deps, bridge, file)
        const { userId } = sessionOf(request)
        const { kind, action } = decisions[as]
        const id = await database.write((conn) => {
          const now = clock.now()
          recordHistory(conn, now, { action, userId, details: { file } })
          const decision = { kind, program: bridge, subject: '', detail: { file } }
          return decide(conn, decision, userId, now)
        })
        return { id }
      },
      {
        body: Type.Object({
          bridge: textOf('the id of a bridge'),
          file: textOf('the name of a file'),
          as: choiceOf(['imported', 'again']),
        }),
        ...forOwners,
      },
    )
    .post(
      '/api/books/names',
      async ({ request, body: { books = null, field, name } }) => {
        const mapped = requireMapped(field)
        const called = requireName(name)
        const session = sessionOf(request)
        const { userId } = session
        const of = { ...mapped, books: requireBooks(database.read, books) }
        requireMayName(deps, session, of, called)
        await database.write((conn) => {
          const now = clock.now()
          const { kind, ours } = mapped
          requireUnconfirmed(conn, session, of)
          mapToName(conn, of, called, userId, now, '')
          const details = { kind, ours, name: called }
          recordHistory(conn, now, { action: 'found in books', userId, details })
        })
        return { field }
      },
      {
        body: Type.Object({
          books: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
          field: textOf('a field such as ledger:cgst_input:9'),
          name: textOf('what the books call it'),
        }),
        ...forClerks,
      },
    )
}

/** Throws AppError `not_found` for a file that the bridge no longer reports. */
function requireWritten({ database, clock }: ConsoleDeps, keyId: string, file: string): void {
  const bridge = knownBridges({ database }, clock.now()).find((one) => one.keyId === keyId)
  if (bridge?.files.some(({ name }) => name === file) === true) return
  throw new AppError('not_found', 'This file does not wait for anybody any more.', {
    field: 'file',
  })
}

function requireName(text: string): string {
  const name = toNfc(text).trim()
  if (name !== '' && name.length <= nameMax) return name
  const message = `The name must have 1 to ${nameMax} characters.`
  throw new AppError('invalid_request', message, { field: 'name' })
}
