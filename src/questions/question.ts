import type { Standing } from '../accounts/rules.ts'
import type { Clock } from '../platform/time.ts'
import type { Log } from '../platform/log.ts'
import type { Database } from '../platform/db/database.ts'
import type { FilePasswords } from '../services/scan-export/reading/passwords/file-passwords.ts'
import type { ScanExportDeps } from '../services/scan-export/service.ts'
import type { StorefrontDeps } from '../services/storefront/service.ts'
import type { Evidence } from './evidence.ts'

/*
 * What needs a person, declared alike by everybody who asks: one kind of question each, found by one query, answered by the commands that
 * exist. `stream.ts` puts them in one order.
 */

/** Kinds in the order in which they are asked. */
export const questionKinds = [
  'paused',
  'doubt',
  'unread',
  'duplicate',
  'book',
  'order',
  'gstr2b',
  'seller',
  'name',
  'label',
] as const

export type QuestionKind = (typeof questionKinds)[number]

/** A signed-in person. */
export type Asker = Standing & { userId: string }

/** What the owners of questions work with. */
export type QuestionDeps = {
  database: Database
  clock: Clock
  scanExport: ScanExportDeps
  storefront: StorefrontDeps
  passwords: FilePasswords
  log: Log
}

/**
 * The whole answer of a button. `name` is what it proposes; `note` says why, or ''. `isFinal`: it cannot be taken back, so a person says it
 * twice.
 */
export type Proposal = { id: string; name: string; note: string; isFinal?: boolean }

/** Answers beside the proposals. `typed`: a text of one's own. `different`: not what is proposed. `remove`: not ours. */
export type OtherAnswer = 'typed' | 'different' | 'remove'

export type Question = {
  /** The same as long as the same is asked. Begins with the kind and the subject. */
  id: string
  kind: QuestionKind
  subject: {
    /** The id of the document, order or other thing that the question is about. */
    id: string
    /** The name for people. */
    title: string
    /** Paise. Null where the subject has no amount. */
    totalPaise: number | null
  }
  /** Which sentence asks, and its values. The pages have the sentences, in each language. */
  asks: { code: string; values: Readonly<Record<string, string>> }
  /** Why it is asked, in sentences. Empty where the question says it. */
  because: readonly string[]
  evidence: Evidence
  /** The likeliest first. Empty where only a person can know. */
  proposals: readonly Proposal[]
  answers: readonly OtherAnswer[]
}

/** `id` of a proposal, or one of the other answers, with the text of `typed`. */
export type Answer = { choice: string; text: string }

/** Takes an answer back. Throws AppError `conflict` where somebody did something else since. */
export type Undo = () => Promise<void>

/** A question with the command that answers it. Null: the answer cannot be taken back. Throws AppError like the command. */
export type OpenQuestion = {
  question: Question
  answer(given: Answer): Promise<Undo | null>
}

/** The subject whose questions come first, if any (see `isAbout`), and how many questions are wanted. */
export type Wanted = { first: string | null; limit: number }

/** One owner of questions. `find` gives the first questions of a person, and the number of all. */
export type QuestionOwner = {
  kind: QuestionKind
  isFor(asker: Asker): boolean
  find(
    deps: QuestionDeps,
    asker: Asker,
    wanted: Wanted,
  ): Promise<{ open: OpenQuestion[]; total: number }>
}

/** Whether a question is about this subject: `first` is the subject's id, with the rest of a question's id or without. */
function isAbout(subject: string, first: string | null): boolean {
  return first !== null && (first === subject || first.startsWith(`${subject} `))
}

/** Those about the wanted subject before the others, each in their order. */
export function aboutFirst<One>(
  all: readonly One[],
  first: string | null,
  subjectOf: (one: One) => string,
): One[] {
  const isFirst = (one: One) => isAbout(subjectOf(one), first)
  return [...all.filter(isFirst), ...all.filter((one) => !isFirst(one))]
}

/** Whose documents somebody sees. Null: everybody's. */
export function documentsOf({ role, userId }: Asker): string | null {
  return role === 'owner' ? null : userId
}
