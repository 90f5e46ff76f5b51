import type { Books } from './books.ts'
import type { Result } from './daybook/daybook.ts'
import type { Waiting } from './daybook/waiting.ts'
import type { Noted } from './journal/fold.ts'
import type { PartId } from './journal/journal.ts'
import type { Trouble } from './journal/lines.ts'

/** Characters that Daybook takes. */
const fieldMax = 300
const messageMax = 2_000

/** What Daybook is told of a part; nothing before anything happened to it. */
export function resultOf(
  books: Books,
  { kind, id, revision }: Pick<Waiting, 'kind' | 'id' | 'revision'>,
  { part }: PartId,
  noted: Noted,
): Result[] {
  const outcome = outcomeOf(noted)
  if (outcome === undefined) return []
  const { verified, attempts, firstAt, lastAt } = noted
  const trouble = noted.trouble ?? unansweredOf(noted)
  // Of what was sent and is not as it should be, which state of the document the books were told: others go by it.
  const state = noted.wasSent && outcome === 'parked' ? (noted.revision ?? '') : revision
  return [
    {
      kind,
      id,
      part,
      ...(state === '' ? {} : { revision: state }),
      outcome,
      ...(trouble && told(trouble)),
      attempts,
      first_at: new Date(firstAt).toISOString(),
      last_at: new Date(lastAt).toISOString(),
      ...(verified && {
        external: {
          system: books.system,
          company: books.company.name,
          voucher_id: verified.guid,
          voucher_no: verified.voucherNo,
        },
      }),
    },
  ]
}

/** What was sent, and what became of it is not looked up yet. */
function unansweredOf({ step }: Noted): Trouble | undefined {
  const isSent = step === 'intent' || step === 'answered' || step === 'unknown'
  return isSent ? { code: 'target_busy', field: '', message: '' } : undefined
}

/** Likewise of what only the journal knows of: which state of the document it was of is not said. */
export function resultOfPart(books: Books, part: PartId, noted: Noted): Result[] {
  return documentsIn(part.subject).flatMap((of) =>
    resultOf(books, { ...of, revision: '' }, part, noted),
  )
}

/** What a subject of the journal is in Daybook. */
export function documentsIn(subject: string): Pick<Waiting, 'kind' | 'id'>[] {
  const [, kind, id] = /^(scan|order):(.+)$/.exec(subject) ?? []
  return id === undefined ? [] : [{ kind: kind === 'order' ? 'order' : 'scan', id }]
}

/** Without what the books answered: that is in the journal. */
export function told({ code, field, message }: Trouble): Trouble {
  return { code, field: field.slice(0, fieldMax), message: message.slice(0, messageMax) }
}

function outcomeOf({ step }: Noted): Result['outcome'] | undefined {
  switch (step) {
    case 'none':
      return undefined
    case 'verified':
    case 'acked':
    case 'settled':
      return 'imported'
    case 'dropped':
      return 'dropped'
    case 'rejected':
      return 'failed'
    case 'intent':
    case 'answered':
    case 'unknown':
    case 'submitting':
    case 'parked':
    case 'already_present':
    case 'removed':
      return 'parked'
  }
}
