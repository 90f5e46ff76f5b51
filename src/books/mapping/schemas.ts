import { Type } from '@sinclair/typebox'
import { decisionKinds } from './decisions.ts'
import { usualVoucherTypes, bookSettings } from './mappings-answer.ts'
import { masterKinds, mastersMax, masterSchema } from './rules.ts'

import { companySchema, filesMax, healths, writtenFileSchema } from './take-report.ts'
import { absentOr, rowErrorFields, textField, unchecked } from '../../platform/http/fields.ts'

const exampleId = '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'

/** Characters of a short text, such as the name of a program or a computer. */
const shortTextMax = 100

/** Characters of a sentence for people. */
const sentenceMax = 500

const shortText = (description: string) => Type.String({ maxLength: shortTextMax, description })

/** A text that must be one of these words. */
const wordOf = <const Word extends string>(words: readonly Word[], description: string) =>
  Type.Unsafe<Word>({
    ...Type.Union(words.map((word) => Type.Literal(word))),
    expected: `one of ${words.join(', ')}`,
    description,
  })

const companyWords = 'an object with name, guid, number and books_from'

export const reportBody = Type.Object(
  {
    system: shortText('What the books are kept in, such as `tally`.'),
    company: absentOr(companySchema, companyWords),
    paired: absentOr(
      Type.Object(companySchema.properties, {
        description: 'The one that it enters into, where another one may be open.',
      }),
      companyWords,
    ),
    health: wordOf(healths, 'How the books are, as the bridge finds them.'),
    sentence: Type.String({
      maxLength: sentenceMax,
      description: 'The same for people, with what to do; "" for nothing more to say.',
    }),
    version: shortText('Of the bridge.'),
    machine: shortText('The name of the computer that it runs on.'),
    waiting: Type.Integer({
      minimum: 0,
      description: 'Documents and orders that it could not enter yet.',
      expected: 'a whole number from 0',
    }),
    files: absentOr(
      Type.Array(writtenFileSchema, {
        maxItems: filesMax,
        description: 'What it wrote for a program to import, and nobody has confirmed yet.',
      }),
      `a list of at most ${filesMax} files`,
    ),
  },
  {
    $id: 'scanExport.BridgeReport',
    additionalProperties: true,
    description: 'How a bridge and the books behind it are.',
    examples: [
      {
        system: 'tally',
        company: {
          name: 'Anand Stores',
          guid: '5c9f1b7e-0c0b-4f8e-9b1e-2f7a5a0c1d3e',
          number: '100001',
          books_from: '2026-04-01',
        },
        health: 'ready',
        sentence: '',
        version: '0.1.0',
        machine: 'COUNTER-PC',
        waiting: 3,
      },
    ],
  },
)

export const reportAnswer = Type.Object(
  {
    decisions: Type.Integer({
      minimum: 0,
      description: 'How many decisions wait to be fetched.',
    }),
    books: Type.Union([Type.Integer(), Type.Null()], {
      description:
        'The number of its books, for `import-results`; null as long as it never said which company it enters into.',
    }),
  },
  { $id: 'scanExport.BridgeReported', examples: [{ decisions: 0, books: 1 }] },
)

export const mastersBody = Type.Object(
  {
    kind: wordOf(masterKinds, 'What they are.'),
    masters: Type.Array(unchecked(masterSchema), {
      maxItems: mastersMax,
      description: `At most ${mastersMax}; each is judged by itself.`,
      expected: `a list of at most ${mastersMax} masters`,
    }),
    gone: absentOr(
      Type.Array(Type.String(), {
        maxItems: mastersMax,
        description: 'Ids of those that the books have no more.',
      }),
      `a list of at most ${mastersMax} ids`,
    ),
    run: absentOr(
      shortText(
        'Which reading of the books this is a part of, the same in each call of it; a reading of one call needs none.',
      ),
      `a text of at most ${shortTextMax} characters`,
    ),
    is_whole: absentOr(
      Type.Boolean({
        description:
          'True in the last call of a reading of all there are: what none of its calls brought is gone.',
      }),
      'true or false',
    ),
  },
  {
    $id: 'scanExport.BookMasters',
    additionalProperties: true,
    description:
      'Ledgers, stock items, units, godowns or types of vouchers, as the books have them.',
    examples: [
      {
        kind: 'ledger',
        masters: [
          {
            id: '5c9f1b7e-0c0b-4f8e-9b1e-2f7a5a0c1d3e-0000004b',
            name: 'Shree Traders',
            alter_id: 211,
            parent: 'Sundry Creditors',
            gstin: '27AAPFU0939F1ZV',
            state: 'Maharashtra',
          },
        ],
        gone: [],
        is_whole: false,
      },
    ],
  },
)

export const mastersAnswer = Type.Object(
  {
    stored: Type.Integer({ minimum: 0, description: 'New or changed.' }),
    gone: Type.Integer({ minimum: 0, description: 'Taken away.' }),
    refused: Type.Array(
      Type.Object(
        {
          index: Type.Integer({ minimum: 0 }),
          id: Type.String({ description: 'As it was sent; "" when it was no text.' }),
          ...rowErrorFields(),
        },
        { $id: 'scanExport.RefusedMaster', description: 'A master that was not stored, and why.' },
      ),
    ),
  },
  { $id: 'scanExport.StoredMasters', examples: [{ stored: 1, gone: 0, refused: [] }] },
)

const inBooks = (description: string) => Type.String({ description, examples: ['Shree Traders'] })

export const mappingsSchema = Type.Object(
  {
    revision: Type.String({ description: 'Changes with every change of the rest.' }),
    own_gstin: Type.String({ description: 'The shop\'s own; "" when it is not registered.' }),
    settings: bookSettings.schema,
    voucher_types: Type.Object(
      Object.fromEntries(
        Object.keys(usualVoucherTypes).map((kind) => [kind, Type.String()] as const),
      ),
      {
        additionalProperties: true,
        description:
          'The type of voucher for each kind: the one that the books bring unless somebody chose another.',
      },
    ),
    ledgers: Type.Record(Type.String(), Type.String(), {
      description:
        'The ledger for each role that somebody has found one for, such as `cgst_input:9`; one without its rate, `cgst_input`, serves every rate.',
    }),
    parties: Type.Array(
      Type.Object({
        gstin: Type.String({ description: '"" for a seller without one.' }),
        name: Type.String({ description: 'As papers have it.' }),
        ledger: inBooks('Its ledger in the books.'),
      }),
    ),
    items: Type.Array(
      Type.Object({
        name: Type.String({ description: 'As papers, or the product list, have it.' }),
        sku: Type.String({ description: 'The code of the item; "" where the name says it.' }),
        item: Type.String({ description: 'The stock item in the books.' }),
        unit: Type.String({ description: 'Its unit in the books; "" when unknown.' }),
      }),
    ),
    units: Type.Array(Type.Object({ ours: Type.String(), theirs: Type.String() })),
    godown: Type.String({ description: '"" until somebody chooses one.' }),
  },
  {
    $id: 'scanExport.BookMappings',
    description: 'What documents say, and what that is in the books: only what somebody confirmed.',
    examples: [
      {
        revision: '9f86d081884c7d65',
        own_gstin: '27AAPFU0939F1ZV',
        settings: bookSettings.default,
        voucher_types: usualVoucherTypes,
        ledgers: { 'cgst_input:9': 'Input CGST' },
        parties: [{ gstin: '27AAPFU0939F1ZV', name: 'Shree Traders', ledger: 'Shree Traders' }],
        items: [{ name: 'Sunflower Oil 1 L', sku: '', item: 'Sunflower Oil 1 Ltr', unit: 'Nos' }],
        units: [{ ours: 'Pcs', theirs: 'Nos' }],
        godown: 'Main Location',
      },
    ],
  },
)

export const afterDecisionField = textField('after', {
  maxLength: 36,
  description: 'Continue behind this one: `next` of the answer before.',
})

const decision = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    kind: wordOf(decisionKinds, 'What somebody decided.'),
    subject: Type.String({
      description: '`scan:` or `order:` and the id of the document or the order; "" for none.',
    }),
    part: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'Which of its vouchers, as the row of a statement; null for all of them.',
    }),
    detail: Type.Object({}, { additionalProperties: true }),
  },
  { $id: 'scanExport.BookDecision', description: 'What somebody decided of what waits.' },
)

export const decisionsAnswer = Type.Object(
  {
    items: Type.Array(decision),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'What to pass as `after` for the rest, or null.',
    }),
  },
  {
    $id: 'scanExport.BookDecisions',
    description: 'What is to be done, in the order in which it was decided.',
    examples: [
      {
        items: [
          { id: exampleId, kind: 'retry', subject: `scan:${exampleId}`, part: null, detail: {} },
        ],
        next: null,
      },
    ],
  },
)

export const doneBody = Type.Object(
  {
    ok: Type.Boolean({ description: 'Whether it was done.', expected: 'true or false' }),
    message: absentOr(
      Type.String({ maxLength: sentenceMax, description: 'Why not, or what came of it.' }),
      `a text of at most ${sentenceMax} characters`,
    ),
  },
  {
    $id: 'scanExport.DecisionDone',
    additionalProperties: true,
    description: 'What became of a decision.',
    examples: [{ ok: true, message: 'Made the ledger Shree Traders.' }],
  },
)

export const doneAnswer = Type.Object(
  { id: Type.String({ format: 'uuid' }) },
  { $id: 'scanExport.DoneDecision', examples: [{ id: exampleId }] },
)

export const decisionParameter = {
  params: Type.Object({ id: Type.String({ description: 'Of the decision.' }) }),
}
