import { AppError } from '../platform/errors.ts'
import { books, refusedOrders } from './books.ts'
import { doubts } from './doubts.ts'
import { duplicates } from './duplicates.ts'
import { filedBills, letters } from './gstr2b.ts'
import { unknownLabels, unknownNames } from './names.ts'
import {
  questionKinds,
  type Answer,
  type Asker,
  type OpenQuestion,
  type Question,
  type QuestionDeps,
  type QuestionKind,
  type QuestionOwner,
  type Undo,
  type Wanted,
} from './question.ts'
import { unread } from './unread.ts'

/** The owners, in the order in which their questions are asked. */
function ownersOf(deps: QuestionDeps): readonly QuestionOwner[] {
  return [
    doubts,
    unread,
    duplicates,
    books(),
    refusedOrders(),
    filedBills,
    letters,
    unknownNames(deps),
    unknownLabels(deps),
  ]
}

/** The most questions in one answer. The page asks for more long before a person has answered these. */
const cardsMax = 20

/** The most questions that are looked through for the one that somebody answers. Those about its subject come first. */
const searchedMax = 100

/** How many subjects a person has to themselves, and how long after the page last asked, in milliseconds. */
const reservedMax = 3
const reservedMs = 90_000

/** How long a question that was put off comes after all others, in milliseconds. */
const laterMs = 4 * 60 * 60 * 1000

/** The last answers of a person that are shown, and can be taken back. */
const doneMax = 20

/** The answers of all persons that are remembered, to say who was first. */
const answeredMax = 500

/** An answer that a person gave. */
type Done = {
  id: string
  question: Pick<Question, 'kind' | 'subject' | 'asks'>
  choice: string
  /** The name of the proposal, or what was typed. */
  text: string
  at: number
  undo: Undo | null
}

type Reservation = { userId: string; until: number }

/**
 * The questions of everybody in one order. Who looks at which question, and what was answered just now, is known in memory alone: after a
 * restart, everybody is asked again what is still open.
 */
export class QuestionStream {
  readonly #deps: QuestionDeps
  readonly #owners: readonly QuestionOwner[]
  /** By subject. */
  readonly #reserved = new Map<string, Reservation>()
  /** By person, then by question: until when it is put off. */
  readonly #later = new Map<string, Map<string, number>>()
  readonly #done = new Map<string, Done[]>()
  /** Who answered a question, by its id. */
  readonly #answered = new Map<string, string>()

  /** `more`: owners that ask before all others. */
  constructor(deps: QuestionDeps, more: readonly QuestionOwner[] = []) {
    this.#deps = deps
    this.#owners = [...more, ...ownersOf(deps)]
  }

  /** The next questions of a person. `first`: a subject whose questions come before all others. */
  async next(asker: Asker, first: string | null) {
    const { open, counts } = await this.#find(asker, { first, limit: cardsMax + this.#held(asker) })
    const now = this.#deps.clock.now()
    this.#forgetLater(asker, now)
    const free = open.filter(({ question }) => !this.#isReserved(asker, question, now))
    const isLater = ({ question }: OpenQuestion) => this.#isLater(asker, question.id, now)
    const later = free.filter(isLater)
    const cards = free.filter((one) => !isLater(one)).slice(0, cardsMax)
    this.#reserve(asker, cards, now)
    const total = counts.reduce((sum, { count }) => sum + count, 0)
    return {
      cards: cards.map(({ question }) => question),
      counts,
      /** What is left for this person now, without what was put off and what others look at. */
      left: Math.max(cards.length, total - later.length - (open.length - free.length)),
      later: later.length,
      withOthers: open.length - free.length,
      done: (this.#done.get(asker.userId) ?? []).map(({ undo, ...done }) => ({
        ...done,
        mayUndo: undo !== null,
      })),
    }
  }

  /** Answers a question. Throws AppError `conflict` where somebody else was faster, and what the command throws. */
  async answer(asker: Asker, id: string, given: Answer): Promise<{ mayUndo: boolean }> {
    const found = await this.#findOne(asker, id)
    if (found === undefined) throw this.#gone(asker, id)
    const { question } = found
    if (given.choice === 'later') return this.#putOff(asker, question)
    requireOffered(question, given)
    const undo = await found.answer(given)
    this.#remember(asker, question, given, undo)
    return { mayUndo: undo !== null }
  }

  /** Takes an answer of this person back: the one with this question's id, or the last. Throws AppError `not_found`. */
  async undo(asker: Asker, id: string | null): Promise<{ id: string }> {
    const all = this.#done.get(asker.userId) ?? []
    const done = id === null ? all[0] : all.find((one) => one.id === id)
    if (done === undefined || done.undo === null) {
      throw new AppError('not_found', 'There is no answer that can be taken back.')
    }
    await done.undo()
    this.#done.set(
      asker.userId,
      all.filter((one) => one !== done),
    )
    this.#answered.delete(done.id)
    return { id: done.id }
  }

  /** Takes up what a person put off. */
  takeUp({ userId }: Asker): void {
    this.#later.delete(userId)
  }

  async #find(asker: Asker, wanted: Wanted) {
    const open: OpenQuestion[] = []
    const counts: { kind: QuestionKind; count: number }[] = []
    for (const owner of this.#owners.filter(({ isFor }) => isFor(asker))) {
      const found = await this.#ask(owner, asker, wanted)
      open.push(...found.open)
      if (found.total > 0) counts.push({ kind: owner.kind, count: found.total })
    }
    const isFirst = ({ question }: OpenQuestion) =>
      wanted.first !== null && question.id.includes(` ${wanted.first}`)
    const inOrder = [...open.filter(isFirst), ...open.filter((one) => !isFirst(one))]
    return { open: inOrder, counts }
  }

  /** What one owner asks. If it fails, the questions of the others are still asked. */
  async #ask(owner: QuestionOwner, asker: Asker, wanted: Wanted) {
    try {
      return await owner.find(this.#deps, asker, wanted)
    } catch (error) {
      this.#deps.log.error('Questions of one kind were not found.', { kind: owner.kind, error })
      return { open: [], total: 0 }
    }
  }

  async #findOne(asker: Asker, id: string): Promise<OpenQuestion | undefined> {
    const kind = questionKinds.find((one) => id.startsWith(`${one} `))
    const owner = this.#owners.find((one) => one.kind === kind && one.isFor(asker))
    if (owner === undefined) return undefined
    const first = id.slice(owner.kind.length + 1)
    const { open } = await owner.find(this.#deps, asker, { first, limit: searchedMax })
    return open.find(({ question }) => question.id === id)
  }

  /** Questions that this person does not see at present take the room of others. */
  #held({ userId }: Asker): number {
    return (this.#later.get(userId)?.size ?? 0) + this.#reserved.size
  }

  #isReserved({ userId }: Asker, { subject }: Question, now: number): boolean {
    const reservation = this.#reserved.get(subject.id)
    return reservation !== undefined && reservation.userId !== userId && reservation.until > now
  }

  #reserve({ userId }: Asker, cards: readonly OpenQuestion[], now: number): void {
    for (const [subject, { userId: holder, until }] of this.#reserved) {
      if (holder === userId || until <= now) this.#reserved.delete(subject)
    }
    const subjects = new Set(cards.map(({ question }) => question.subject.id))
    for (const subject of [...subjects].slice(0, reservedMax)) {
      this.#reserved.set(subject, { userId, until: now + reservedMs })
    }
  }

  #isLater({ userId }: Asker, id: string, now: number): boolean {
    return (this.#later.get(userId)?.get(id) ?? 0) > now
  }

  #forgetLater({ userId }: Asker, now: number): void {
    const mine = this.#later.get(userId)
    for (const [id, until] of mine ?? []) if (until <= now) mine?.delete(id)
  }

  #putOff(asker: Asker, question: Question): { mayUndo: boolean } {
    const { userId } = asker
    const mine = this.#later.get(userId) ?? new Map<string, number>()
    mine.set(question.id, this.#deps.clock.now() + laterMs)
    this.#later.set(userId, mine)
    const undo = () => {
      mine.delete(question.id)
      return Promise.resolve()
    }
    this.#remember(asker, question, { choice: 'later', text: '' }, undo)
    return { mayUndo: true }
  }

  #remember({ userId }: Asker, question: Question, { choice, text }: Answer, undo: Undo | null) {
    const { id, kind, subject, asks, proposals } = question
    const name = proposals.find((one) => one.id === choice)?.name ?? text
    const done = { id, question: { kind, subject, asks }, choice, text: name, undo }
    const before = this.#done.get(userId) ?? []
    this.#done.set(userId, [{ ...done, at: this.#deps.clock.now() }, ...before].slice(0, doneMax))
    if (choice === 'later') return
    this.#answered.set(id, userId)
    for (const oldest of [...this.#answered.keys()].slice(0, -answeredMax)) {
      this.#answered.delete(oldest)
    }
  }

  #gone({ userId }: Asker, id: string): AppError {
    const by = this.#answered.get(id)
    if (by === undefined) {
      return new AppError('not_found', 'Nobody asks this any more.', { field: 'id' })
    }
    const message =
      by === userId
        ? 'You answered this already.'
        : 'Somebody else answered this first. The first answer counts.'
    return new AppError('conflict', message, { field: 'id' })
  }
}

/** Throws AppError `invalid_request` for an answer that the question does not offer. */
function requireOffered({ proposals, answers, asks }: Question, { choice }: Answer): void {
  const isOther = answers.some((one) => one === choice)
  const isSearched = answers.includes('typed') && (asks.values['search'] ?? '') !== ''
  if (isOther || isSearched || proposals.some(({ id }) => id === choice)) return
  throw new AppError('invalid_request', 'This question has no such answer.', { field: 'choice' })
}
