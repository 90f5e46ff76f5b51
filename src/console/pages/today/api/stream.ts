import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { queryOf, querySchemaOf, textField } from '../../../../platform/http/fields.ts'
import type { Evidence, EvidencePaper } from '../../../../questions/evidence.ts'
import { figuresFor } from '../../../../questions/figures.ts'
import type { Question } from '../../../../questions/question.ts'
import { QuestionStream } from '../../../../questions/stream.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { textOf } from '../../../api/fields.ts'
import { forMembers, requireConfirmed, sessionOf } from '../../../api/guard.ts'
import { shownPair } from '../../documents/api/documents.ts'
import { pausedQuestions } from '../../settings/api/paused.ts'
import { shownAs } from '../../documents/api/files.ts'

/** Characters of a question's id, which may have a name in the accounts, and of what somebody types. */
const idMax = 1_000
const typedMax = 500

/** What needs a person, one question after the other, for the work of each person. */
export function todayRoutes(deps: ConsoleDeps) {
  const stream = new QuestionStream(deps, [pausedQuestions(deps)])
  return new Elysia()
    .get(
      '/api/today',
      async ({ request }) => {
        const about = aboutField.read(queryOf(request)) ?? null
        const { cards, ...state } = await stream.next(sessionOf(request), about)
        return { ...state, cards: cards.map(shownQuestion) }
      },
      { query: querySchemaOf([aboutField]), ...forMembers },
    )
    .get('/api/today/figures', ({ request }) => figuresFor(deps, sessionOf(request)), forMembers)
    .post(
      '/api/today/answers',
      ({ request, body: { id, choice, text } }) => {
        // What waits after a restore leads out of the data.
        if (id.startsWith('paused ') && choice !== 'later') requireConfirmed(deps, request)
        return stream.answer(sessionOf(request), id, { choice, text: text ?? '' })
      },
      { body: answerBody, ...forMembers },
    )
    .post('/api/today/undo', ({ request, body: { id } }) => stream.undo(sessionOf(request), id), {
      body: undoBody,
      ...forMembers,
    })
    .post(
      '/api/today/take-up',
      ({ request }) => {
        stream.takeUp(sessionOf(request))
        return { later: 0 }
      },
      forMembers,
    )
}

const aboutField = textField('about', {
  maxLength: idMax,
  description: 'The id of a document whose questions come first.',
})

const answerBody = Type.Object({
  id: Type.String({
    maxLength: idMax,
    expected: `the id of a question, of at most ${idMax} characters`,
  }),
  choice: textOf('the id of a proposal, or another answer'),
  text: Type.Optional(
    Type.String({ maxLength: typedMax, expected: `a text of at most ${typedMax} characters` }),
  ),
})

/** Null: the last answer. */
const undoBody = Type.Object({
  id: Type.Union([Type.String({ maxLength: idMax }), Type.Null()], {
    expected: 'the id of a question, or null',
  }),
})

function shownQuestion({ evidence, ...question }: Question) {
  return { ...question, evidence: shownEvidence(evidence) }
}

function shownEvidence(evidence: Evidence) {
  switch (evidence.type) {
    case 'pair':
      return { type: evidence.type, pair: shownPair(evidence.pair) }
    case 'text':
    case 'names':
      return evidence
    case 'paper':
      return { ...evidence, paper: shownPaper(evidence.paper) }
    case 'filed':
    case 'waiting':
      return {
        ...evidence,
        paper: evidence.paper === null ? null : shownPaper(evidence.paper),
      }
    default:
      return evidence satisfies never
  }
}

function shownPaper({ file, ...paper }: EvidencePaper) {
  return {
    ...paper,
    file: file === null ? null : { ...file, shownAs: shownAs(file.contentType) },
  }
}
