import type { Books } from './books.ts'
import type { Result } from './daybook/daybook.ts'
import type { Waiting } from './daybook/waiting.ts'
import type { Noted } from './journal/fold.ts'
import type { PartId } from './journal/journal.ts'
import type { Problem } from './vouchers/voucher.ts'

/** Daybook's maximum lengths. */
const fieldMax = 300
const messageMax = 2_000

/** The result that Daybook gets for a part. Empty before anything happened to the part. */
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
  // A part that was sent and then parked is reported with the revision that was sent. Other bridges rely on that.
  const state = noted.wasSent && outcome === 'parked' ? (noted.revision ?? '') : revision
  return [
    {
      kind,
      id,
      part,
      ...(state === '' ? {} : { revision: state }),
      outcome,
      ...(trouble && cutToFit(trouble)),
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

/** The voucher was sent, and its outcome is not looked up yet. */
function unansweredOf({ step }: Noted): Problem | undefined {
  const isSent = step === 'intent' || step === 'answered' || step === 'unknown'
  return isSent ? { code: 'target_busy', field: '', message: '' } : undefined
}

/** The results of a part that only the journal knows. They are reported without a revision. */
export function resultOfPart(books: Books, part: PartId, noted: Noted): Result[] {
  return documentsIn(part.subject).flatMap((of) =>
    resultOf(books, { ...of, revision: '' }, part, noted),
  )
}

/** What was told of each part, by part. A report is repeated only after a change or a restart. */
export type ToldParts = Map<string, string>

function partNameOf({ kind, id, part }: Result): string {
  return `${kind}:${id}:${part}`
}

/** The results that differ from what was told. */
export function newsIn(told: ToldParts, results: readonly Result[]): Result[] {
  return results.filter((result) => told.get(partNameOf(result)) !== JSON.stringify(result))
}

export function noteTold(told: ToldParts, results: readonly Result[]): void {
  for (const result of results) told.set(partNameOf(result), JSON.stringify(result))
}

/** The document or order in Daybook that a journal's subject names. */
export function documentsIn(subject: string): Pick<Waiting, 'kind' | 'id'>[] {
  const [, kind, id] = /^(scan|order):(.+)$/.exec(subject) ?? []
  return id === undefined ? [] : [{ kind: kind === 'order' ? 'order' : 'scan', id }]
}

/** Leaves out the accounts' raw answer. The journal has it. */
export function cutToFit({ code, field, message }: Problem): Problem {
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
