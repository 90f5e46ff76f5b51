import { Type } from '@sinclair/typebox'
import {
  absentOr,
  rowErrorSchema,
  textField,
  unchecked,
  wholeNumberField,
} from '../../platform/http/fields.ts'
import { recordSchema } from '../../platform/record/read.ts'
import { externalFields, idsMax, importResultsMax, resultFields } from './record.ts'

const exampleId = '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'

const exampleResult = {
  id: exampleId,
  outcome: 'parked',
  code: 'ledger_missing',
  field: 'ledger:igst_input:18',
  message: 'The ledger "Input IGST" is missing in Sharma Stores 2026-27.',
  attempts: 3,
}

/** Where a part is in which accounts. Each service has its own name for this schema. */
export const externalSchema = (service: string) =>
  recordSchema(externalFields, {
    $id: `${service}.External`,
    required: ['system'],
    description: 'The accounts and the voucher in which it is. An extension of Daybook.',
    examples: [{ system: 'Tally', company: 'Sharma Stores 2026-27', voucher_no: '118' }],
  })

/** The body and the answer of `POST import-results`, with the service's names. */
export function resultSchemas(service: string) {
  const result = recordSchema(resultFields, {
    $id: `${service}.ImportResult`,
    required: ['id', 'outcome'],
    more: { external: Type.Optional(externalSchema(service)) },
    description: 'The result for one document or order, or for one part of it.',
    examples: [exampleResult],
  })
  const body = Type.Object(
    {
      results: Type.Array(unchecked(result), {
        documented: { maxItems: importResultsMax },
        description: 'A bad row does not stop the others.',
      }),
      books: absentOr(
        Type.Integer({
          description:
            'For a bridge: the number of its accounts, from the answer to its report. Other programs that write to the same accounts can then get these results.',
        }),
        'a whole number',
      ),
    },
    {
      $id: `${service}.ImportResults`,
      additionalProperties: true,
      description: `The results of at most ${importResultsMax} documents or orders.`,
      examples: [{ results: [exampleResult] }],
    },
  )
  return { body, answer: answerOf(service), told: toldSchema(service) }
}

function answerOf(service: string) {
  const row = Type.Object(
    {
      id: Type.String({ description: 'The id as you sent it. "" if it was not text.' }),
      part: Type.Integer({ minimum: 0 }),
      status: Type.Union([Type.Literal('stored'), Type.Literal('error')]),
      error: Type.Optional(
        rowErrorSchema(`${service}.ImportResultError`, 'The reason why Daybook refused the row.'),
      ),
    },
    { $id: `${service}.ImportResultRow`, description: 'The outcome of one row.' },
  )
  return Type.Object(
    {
      summary: Type.Object(
        {
          total: Type.Integer({ minimum: 0, description: 'Rows.' }),
          stored: Type.Integer({ minimum: 0 }),
          errors: Type.Integer({ minimum: 0, description: 'Rows with an `error`.' }),
        },
        { $id: `${service}.ImportResultSummary` },
      ),
      results: Type.Array(row),
    },
    {
      $id: `${service}.TakenImportResults`,
      description: 'The outcome of each row, in the order of the rows.',
      examples: [
        {
          summary: { total: 1, stored: 1, errors: 0 },
          results: [{ id: exampleId, part: 0, status: 'stored' }],
        },
      ],
    },
  )
}

export const idsField = textField('ids', {
  maxLength: idsMax * 40,
  description: `Ids of documents or orders, with commas between them: at most ${idsMax}.`,
})

export const booksField = wholeNumberField('books', {
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  default: 0,
  description:
    'The number of the accounts, from the answer to the report of a bridge. Without it: the accounts that the key reported.',
})

/** The answer of `GET import-results`. */
function toldSchema(service: string) {
  const row = Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      part: Type.Integer({ minimum: 0 }),
      own: Type.Boolean({ description: 'Whether this key reported it.' }),
      revision: Type.String({ description: '"" if it was not reported.' }),
      outcome: Type.String(),
      code: Type.String({ description: '"" for none.' }),
      field: Type.String(),
      message: Type.String(),
      attempts: Type.Integer({ minimum: 0 }),
      first_at: Type.String({ format: 'date-time' }),
      last_at: Type.String({ format: 'date-time' }),
      settled: Type.Union([Type.String(), Type.Null()], {
        description:
          'How it was settled since: `delivered`, or by a person: `again` (try again), `by_hand` or `dropped`. null if it is not settled.',
      }),
      external: Type.Union([externalSchema(`${service}.Told`), Type.Null()]),
    },
    {
      $id: `${service}.ToldImportResult`,
      description: 'The latest result of a program for one part of a document or order.',
    },
  )
  return Type.Object(
    { results: Type.Array(row) },
    {
      $id: `${service}.ToldImportResults`,
      examples: [
        {
          results: [
            {
              ...exampleResult,
              part: 0,
              own: false,
              revision: '9f86d081884c7d65',
              first_at: '2026-11-05T09:40:00.000Z',
              last_at: '2026-11-05T09:42:00.000Z',
              settled: null,
              external: null,
            },
          ],
        },
      ],
    },
  )
}
