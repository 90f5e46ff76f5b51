import { formatDay, dayOf } from '../../components/days.ts'
import { pausedWordsOf } from '../../components/paused.tsx'
import { tCounted } from '../../components/values.tsx'
import { t } from '../../language/language.ts'
import { labelOf } from '../documents/form/kinds.ts'
import type { Card, Done, Proposal } from './data.ts'

/** The words of a setting that waits after a restore. */
function pausedOf({ values }: Card['asks']) {
  return pausedWordsOf(values['name'] ?? '', values['where'] ?? '')
}

/** Why it is asked, in sentences. */
export function reasonsOf({ asks, because }: Pick<Card, 'asks' | 'because'>): readonly string[] {
  const paused = asks.code === 'paused' ? pausedOf(asks) : undefined
  return paused === undefined ? because : [paused.detail]
}

type Asked = Pick<Card, 'asks' | 'subject'>

/** The question, in one sentence. `best`: the name of the likeliest proposal, '' without one. */
export function questionText({ asks, subject }: Asked, best = ''): string {
  const { code, values } = asks
  const value = (name: string) => values[name] ?? ''
  const field = fieldText(asks)
  switch (code) {
    case 'doubt':
      return t('{{field}}: {{text}}?', { field, text: value('text') })
    case 'contradiction':
      return t('{{field}}: does the paper say {{text}}?', { field, text: value('text') })
    case 'product':
      return t('{{quantity}} × {{rate}} = {{amount}}?', {
        quantity: value('quantity'),
        rate: value('rate'),
        amount: value('amount'),
      })
    case 'missing':
      return t('{{field}}: what does the paper say?', { field })
    case 'whole':
      return t('Is this bill as it should be?')
    case 'unread':
      return t('This paper could not be read. Type it in?')
    case 'untyped':
      return t('Nobody has read this paper. Type it in?')
    case 'locked':
      return t('This file is locked. What is its password?')
    case 'same number':
      return t('Same bill as the one of {{day}}?', { day: dayText(value('day')) })
    case 'same file':
      return t('The same file came on {{day}}. Is it the same bill?', {
        day: dayText(value('day')),
      })
    case 'paused':
      return pausedOf(asks)?.title ?? ''
    case 'filed alike':
      return t('Same bill as {{number}} of {{day}}?', {
        number: value('number'),
        day: dayText(value('day')),
      })
    case 'filed otherwise':
      return t('The GSTR-2B says something else. Is it the same bill?')
    case 'bills to send':
      return t('Ask {{seller}} for {{bills}} that did not come?', asked(asks))
    case 'bills to file':
      return t('Ask {{seller}} to file {{bills}}?', asked(asks))
    case 'spelling vendor':
      return t('Is “{{name}}” your vendor {{likely}}?', values)
    case 'spelling product':
      return t('Is “{{name}}” your product {{likely}}?', values)
    case 'label':
      return t('Is “{{label}}” the {{field}}?', { label: value('label'), field })
    case 'sure':
      return t('Are these {{count}} the same in your accounts?', values)
    case 'refused duplicate_in_book':
      return t('Is this in your accounts already?')
    default:
      return code.startsWith('refused ')
        ? t('Try to enter it again?')
        : whichText(asks, subject, best)
  }
}

function asked({ values: { seller = '', count = '' } }: Card['asks']) {
  return { seller, bills: tCounted(Number(count), 'bill') }
}

function whichText({ code, values }: Card['asks'], subject: Card['subject'], best: string): string {
  const title = values['title'] === '' ? subject.title : (values['title'] ?? subject.title)
  if (best !== '') return t('{{title}} is “{{name}}” in your accounts?', { title, name: best })
  switch (code) {
    case 'which party':
      return t('Which ledger is {{title}}?', { title })
    case 'which item':
      return t('Which stock item is {{title}}?', { title })
    case 'which unit':
      return t('Which unit is {{title}}?', { title })
    case 'which godown':
      return t('To which godown do goods go?')
    case 'which voucher_type':
      return t('Which voucher type is {{title}}?', { title })
    default:
      return t('Which ledger is for {{title}}?', { title })
  }
}

/** The name of the field in question, with the number of its line. '' where the question has no field. */
function fieldText({ values: { key = '', line = '' } }: Card['asks']): string {
  if (key === '') return ''
  const name = labelOf(line === '' ? 'head' : 'line', key)
  return line === '' ? name : t('{{field}}, line {{line}}', { field: name, line })
}

function dayText(at: string): string {
  return formatDay(dayOf(new Date(at).getTime()))
}

/** The text of a proposal's button. */
export function proposalText(
  { id, name }: Pick<Proposal, 'id' | 'name'>,
  isFirst: boolean,
  asks?: Card['asks'],
): string {
  switch (id) {
    case 'confirm':
      return (asks && pausedOf(asks)?.action) ?? t('Yes')
    case 'forget':
      return t('Forget it')
    case 'yes':
      return name === '' ? t('Yes') : t('Yes, {{name}}', { name })
    case 'as is':
      return t('The paper says {{name}}', { name })
    case 'none':
      return t('The paper does not say it')
    case 'type':
      return t('Type it in')
    case 'read':
      return t('Read it again')
    case 'again':
      return t('Try again')
    case 'same':
      return t('Yes, the same bill')
    case 'asked':
      return t('Copy the letter, and note that you asked')
    case 'ignored':
      return t('Nothing to do')
    case 'all':
      return t('Yes, all of them')
    case 'instead':
      return t('The same, but keep the newer one')
    case 'by_hand':
      return t('Yes, it is entered')
    case 'dropped':
      return t('Leave it out of the accounts')
    case 'deleted':
      return t('It was deleted there: enter it again')
    default:
      return isFirst ? t('Yes, {{name}}', { name }) : name
  }
}

/** Asked before an answer that cannot be taken back. */
export function finalText(choice: string): string {
  switch (choice) {
    case 'remove':
      return t('Not our bill. Remove it?')
    case 'by_hand':
      return t('It counts as entered, and no program gets it any more. Is that right?')
    case 'dropped':
      return t('It is left out, and no program gets it any more. Is that right?')
    default:
      return t('Are you sure?')
  }
}

/** The answer "different" of each kind of question. */
export function differentText({ kind, subject, asks }: Done['question']): string {
  if (asks.code === 'sure') return t('No, ask one by one')
  if (kind === 'book') return t('Make a new ledger: {{title}}', { title: subject.title })
  return t('No, they are different')
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['same GSTIN', t('Same GSTIN')],
  ['same name', t('Same name')],
  ['name is alike', t('The name is alike')],
  ['the same unit', t('The same unit')],
  ['by its name', t('By its name')],
  ['the only one', t('The only one')],
])

/** Why something is proposed. */
export function noteText(note: string): string {
  return reasons.get(note) ?? note
}

/** What a person answered, in some words. */
export function doneText({ choice, text, question }: Done): string {
  switch (choice) {
    case 'later':
      return t('Put off')
    case 'remove':
      return t('Removed')
    case 'different':
      return differentText(question)
    case 'typed':
      return text
    default:
      return proposalText({ id: choice, name: text }, true, question.asks)
  }
}
