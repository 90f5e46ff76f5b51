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
    system: shortText('The accounting program, such as `tally`.'),
    company: absentOr(companySchema, companyWords),
    paired: absentOr(
      Type.Object(companySchema.properties, {
        description: 'The company that the bridge enters into. Another company may be open now.',
      }),
      companyWords,
    ),
    health: wordOf(healths, 'The state of the accounts, as the bridge sees it.'),
    sentence: Type.String({
      maxLength: sentenceMax,
      description:
        'The state in a sentence for people, with what to do. "" if there is nothing to say.',
    }),
    version: shortText('The version of the bridge.'),
    machine: shortText('The name of the computer on which the bridge runs.'),
    waiting: Type.Integer({
      minimum: 0,
      description: 'How many documents and orders the bridge could not enter yet.',
      expected: 'a whole number from 0',
    }),
    files: absentOr(
      Type.Array(writtenFileSchema, {
        maxItems: filesMax,
        description:
          'Files that the bridge wrote for an import, and that nobody has confirmed yet.',
      }),
      `a list of at most ${filesMax} files`,
    ),
  },
  {
    $id: 'scanExport.BridgeReport',
    additionalProperties: true,
    description: 'The state of a bridge and of its accounts.',
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
      description: 'How many decisions wait for the bridge.',
    }),
    books: Type.Union([Type.Integer(), Type.Null()], {
      description:
        'The number of the accounts of this key, for `import-results`. null until the key reports its company.',
    }),
  },
  { $id: 'scanExport.BridgeReported', examples: [{ decisions: 0, books: 1 }] },
)

export const mastersBody = Type.Object(
  {
    kind: wordOf(masterKinds, 'What they are.'),
    masters: Type.Array(unchecked(masterSchema), {
      maxItems: mastersMax,
      description: `At most ${mastersMax}. A refused master does not stop the others.`,
      expected: `a list of at most ${mastersMax} masters`,
    }),
    gone: absentOr(
      Type.Array(Type.String(), {
        maxItems: mastersMax,
        description: 'Ids of masters that are no longer in the accounts.',
      }),
      `a list of at most ${mastersMax} ids`,
    ),
    run: absentOr(
      shortText(
        'The name of one reading of the accounts, the same in all its calls. A reading with one call needs no name.',
      ),
      `a text of at most ${shortTextMax} characters`,
    ),
    is_whole: absentOr(
      Type.Boolean({
        description:
          'True in the last call of a complete reading. Daybook then deletes every master of this kind that no call of the reading sent.',
      }),
      'true or false',
    ),
  },
  {
    $id: 'scanExport.BookMasters',
    additionalProperties: true,
    description: 'Ledgers, stock items, units, godowns or voucher types of the accounts.',
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
    stored: Type.Integer({ minimum: 0, description: 'How many masters were new or changed.' }),
    gone: Type.Integer({ minimum: 0, description: 'How many masters were deleted.' }),
    refused: Type.Array(
      Type.Object(
        {
          index: Type.Integer({ minimum: 0 }),
          id: Type.String({ description: 'The id as you sent it. "" if it was not text.' }),
          ...rowErrorFields(),
        },
        { $id: 'scanExport.RefusedMaster', description: 'A refused master, and the reason.' },
      ),
    ),
  },
  { $id: 'scanExport.StoredMasters', examples: [{ stored: 1, gone: 0, refused: [] }] },
)

const inBooks = (description: string) => Type.String({ description, examples: ['Shree Traders'] })

export const mappingsSchema = Type.Object(
  {
    revision: Type.String({
      description: 'Changes whenever anything else in this answer changes.',
    }),
    own_gstin: Type.String({
      description: 'The GSTIN of the shop. "" if the shop is not registered.',
    }),
    settings: bookSettings.schema,
    voucher_types: Type.Object(
      Object.fromEntries(
        Object.keys(usualVoucherTypes).map((kind) => [kind, Type.String()] as const),
      ),
      {
        additionalProperties: true,
        description:
          'The voucher type for each kind: the usual one of the accounts, unless somebody chose another.',
      },
    ),
    ledgers: Type.Record(Type.String(), Type.String(), {
      description:
        'The ledger for each role, such as `cgst_input:9`. A role without a rate, such as `cgst_input`, serves every rate. Roles without a ledger are left out.',
    }),
    parties: Type.Array(
      Type.Object({
        gstin: Type.String({ description: '"" for a seller without a GSTIN.' }),
        name: Type.String({ description: 'The name as papers print it.' }),
        ledger: inBooks('The ledger of the seller in the accounts.'),
      }),
    ),
    items: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The name on papers, or in the product list.' }),
        sku: Type.String({ description: 'The code of the item. "" if the item is found by name.' }),
        item: Type.String({ description: 'The stock item in the accounts.' }),
        unit: Type.String({
          description: 'The unit of the item in the accounts. "" if it is unknown.',
        }),
      }),
    ),
    units: Type.Array(Type.Object({ ours: Type.String(), theirs: Type.String() })),
    godown: Type.String({ description: '"" until somebody chooses one.' }),
  },
  {
    $id: 'scanExport.BookMappings',
    description:
      'The names on documents and their names in the accounts, as far as somebody confirmed them.',
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
  description: 'Continue after this decision: `next` of the previous answer.',
})

const decision = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    kind: wordOf(decisionKinds, 'The decision.'),
    subject: Type.String({
      description:
        '`scan:` or `order:`, followed by the id of the document or order. "" if the decision is about neither.',
    }),
    part: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description:
        'The number of the voucher within the document, such as the row of a statement. null for all vouchers.',
    }),
    detail: Type.Object({}, { additionalProperties: true }),
  },
  {
    $id: 'scanExport.BookDecision',
    description: 'A decision about a document or order that waits.',
  },
)

export const decisionsAnswer = Type.Object(
  {
    items: Type.Array(decision),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'Send it as `after` to get the rest. null at the end.',
    }),
  },
  {
    $id: 'scanExport.BookDecisions',
    description: 'Decisions to carry out, oldest first.',
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
    ok: Type.Boolean({
      description: 'Whether the bridge carried it out.',
      expected: 'true or false',
    }),
    message: absentOr(
      Type.String({ maxLength: sentenceMax, description: 'The reason why not, or the outcome.' }),
      `a text of at most ${sentenceMax} characters`,
    ),
  },
  {
    $id: 'scanExport.DecisionDone',
    additionalProperties: true,
    description: 'The outcome of a decision.',
    examples: [{ ok: true, message: 'Made the ledger Shree Traders.' }],
  },
)

export const doneAnswer = Type.Object(
  { id: Type.String({ format: 'uuid' }) },
  { $id: 'scanExport.DoneDecision', examples: [{ id: exampleId }] },
)

export const decisionParameter = {
  params: Type.Object({ id: Type.String({ description: 'The id of the decision.' }) }),
}
