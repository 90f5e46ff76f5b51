import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { queryOf, querySchemaOf, textField } from '../../../../platform/http/fields.ts'
import {
  decideOnPapers,
  takeBackDecision,
  verdicts,
  type Decision,
} from '../../../../services/scan-export/duplicates/decide.ts'
import { showPairs, type ShownPair } from '../../../../services/scan-export/overview/show-pairs.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { choiceOf, textOf } from '../../../api/fields.ts'
import { forClerks, sessionOf } from '../../../api/guard.ts'
import { fileOf, listedDocument, requireVisible } from './documents.ts'

const idMax = 100

const documentField = textField('document', {
  maxLength: idMax,
  description: 'The id of a document whose pairs come first.',
})

const decisionBody = Type.Object({
  kept: textOf('the id of a document'),
  other: textOf('the id of a document'),
  verdict: choiceOf(verdicts),
})

/** Documents that look like the same paper, and the decisions about them. Members decide about their own documents, owners about all. */
export function pairRoutes(deps: ConsoleDeps) {
  const { scanExport } = deps
  return new Elysia()
    .get(
      '/api/documents/pairs',
      async ({ request }) => {
        const { role, userId } = sessionOf(request)
        const first = documentField.read(queryOf(request))
        const { pairs, total } = await showPairs(
          scanExport,
          role === 'owner' ? null : userId,
          first,
        )
        return { pairs: pairs.map(shownPair), total }
      },
      { query: querySchemaOf([documentField]), ...forClerks },
    )
    .post(
      '/api/documents/pairs',
      async ({ request, body }) => {
        await decideOnPapers(scanExport, body, requireBoth(deps, request, body))
        return body
      },
      { body: decisionBody, ...forClerks },
    )
    .post(
      '/api/documents/pairs/take-back',
      async ({ request, body }) => {
        await takeBackDecision(scanExport, body, requireBoth(deps, request, body))
        return body
      },
      { body: decisionBody, ...forClerks },
    )
}

/** Whoever may see both documents may decide. Returns the user id of the second document's owner. */
function requireBoth(deps: ConsoleDeps, request: Request, { kept, other }: Decision): string {
  requireVisible(deps, request, kept)
  return requireVisible(deps, request, other).userId
}

function shownPair({ kept, other, ...pair }: ShownPair) {
  return {
    ...pair,
    kept: shownPaper(kept),
    other: shownPaper(other),
    /** The newer document may be the better copy, but a delivered document must stay. */
    maySwap: kept.syncedAt === null,
  }
}

function shownPaper({ document, lineCount, ...scan }: ShownPair['kept']) {
  return { ...listedDocument(scan), file: fileOf(document), lines: lineCount }
}
