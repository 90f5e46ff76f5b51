import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { requireBooks } from '../../../../books/mapping/companies.ts'
import { decide } from '../../../../books/mapping/decisions.ts'
import { recordHistory, mapToName } from '../../../../books/mapping/map.ts'

import { requireMapped } from '../../../../books/mapping/mapping-queries.ts'
import { knownBridges } from '../../../../books/mapping/take-report.ts'
import { AppError } from '../../../../platform/errors.ts'
import { toNfc } from '../../../../platform/text.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { choiceOf, textOf } from '../../../api/fields.ts'
import { forClerks, forOwners, sessionOf } from '../../../api/guard.ts'
import { requireMayName, requireUnconfirmed } from './clerk-answers.ts'

/** The longest name in the accounts, in characters. */
const nameMax = 200

const decisions = {
  imported: { kind: 'confirm_file', action: 'file confirmed' },
  again: { kind: 'rewrite_file', action: 'file to be written again' },
} as const

/** For accounts that get files: the decisions about a file, and the mappings, because nobody can read them from the accounts. */
export function fileRoutes(deps: ConsoleDeps) {
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
