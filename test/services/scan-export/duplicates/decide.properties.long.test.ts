import { expect, setDefaultTimeout, test } from 'bun:test'
import * as fc from 'fast-check'
import { correctScan, removeScan } from '../../../../src/services/scan-export/scans/change-scan.ts'
import { putBackScan } from '../../../../src/services/scan-export/delivery/put-back.ts'
import { typeIn } from '../../../support/bills.ts'
import { scanService, type ScanService } from '../../../support/scan-service.ts'
import { noon } from '../../../support/temporary-database.ts'
import { decide, openPairs, takeBack } from './pairs.ts'

// Two busy cores may take several times as long as an idle machine.
setDefaultTimeout(180_000)

const gstins = ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '07AABCS1429B1Z1']
const users = ['ravi', 'meena']

const steps = [
  'add',
  'add',
  'decide',
  'decide',
  'take back',
  'fetch',
  'acknowledge',
  'remove',
  'put back',
  'type in wrong',
  'type in wrong',
  'mend',
] as const
const anyStep = fc.record({ kind: fc.constantFrom(...steps), a: fc.nat(99), b: fc.nat(1) })

/**
 * Papers that all have one number, brought by two people several times; whoever decides knows which is which. A program fetches
 * when nothing is in question and acknowledges some time later. What it booked twice, or never, is what this looks for.
 */
test('whatever is decided, typed in, acknowledged, removed and put back in whatever order, each paper is booked once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { minLength: 10, maxLength: 40, size: 'max' }),
      fc.boolean(),
      async (list, forAll) => {
        await using service = scanService()
        const shop = new Shop(service, forAll ? [undefined] : users)
        for (const { kind, a, b } of list) await shop.step(kind, a, b)
        await shop.end()
        shop.expectAllBooked()
      },
    ),
    { numRuns: 30 },
  )
})

const stepsOfNobody = ['type in wrong', 'mend', 'mend', 'fetch', 'acknowledge', 'remove'] as const

/** Here nobody decides: what is older hides the others, whether it waits or its values are to be checked. */
test('whatever is typed in wrong and mended while a program fetches, each paper of one user is booked once', async () => {
  const papers = fc.array(fc.nat(2), { minLength: 2, maxLength: 6 })
  const step = fc.record({ kind: fc.constantFrom(...stepsOfNobody), a: fc.nat(99) })
  await fc.assert(
    fc.asyncProperty(papers, fc.array(step, { maxLength: 25, size: 'max' }), async (all, list) => {
      await using service = scanService()
      const shop = new Shop(service, ['ravi'], { decides: false })
      for (const paper of all) await shop.step('add', paper, 0)
      for (const { kind, a } of list) await shop.step(kind, a, 0)
      await shop.end()
      shop.expectAllBooked()
    }),
    { numRuns: 30 },
  )
})

class Shop {
  readonly #service: ScanService
  /** Whose keys the program has; undefined is a key for all. */
  readonly #keys: readonly (string | undefined)[]
  /** Whether somebody decides on all pairs before a program fetches. */
  readonly #decides: boolean
  readonly #paperOf = new Map<string, number>()
  readonly #booked = new Map<number, number>()
  readonly #decided: Parameters<typeof decide>[] = []
  #fetched: { key: string | undefined; id: string } | undefined
  #at = noon - 1_000_000

  constructor(
    service: ScanService,
    keys: readonly (string | undefined)[],
    { decides = true }: { decides?: boolean } = {},
  ) {
    this.#service = service
    this.#decides = decides
    this.#keys = keys
  }

  async step(kind: (typeof steps)[number], a: number, b: number): Promise<void> {
    if (kind === 'add') await this.#add(a % gstins.length, users[b % 2] ?? 'ravi')
    if (kind === 'decide') await this.#decideOne(a, b % 2 === 0)
    if (kind === 'take back') await this.#takeBack(a)
    if (kind === 'fetch') await this.#fetch(a)
    if (kind === 'acknowledge') await this.#acknowledge()
    if (kind === 'remove') await this.#remove(a)
    if (kind === 'put back') await this.#putBack(a)
    if (kind === 'type in wrong') await this.#typeInWrong(a)
    if (kind === 'mend') await this.#mend(a)
    this.#expectOneOfEachListed()
  }

  async end(): Promise<void> {
    do await this.#bookAll()
    while (await this.#mend(0))
  }

  /** Of a paper that is still there somebody's copy was booked. */
  expectAllBooked(): void {
    const papers = new Set(this.#paperOf.values())
    expect(Object.fromEntries(this.#booked)).toEqual(
      Object.fromEntries([...papers].map((paper) => [paper, 1])),
    )
  }

  async #bookAll(): Promise<void> {
    for (let key = 0; key < this.#keys.length;) {
      await this.#acknowledge()
      await this.#fetch(key)
      if (this.#fetched === undefined) key++
    }
  }

  async #add(paper: number, userId: string): Promise<void> {
    this.#at += 1_000
    const metadata = { invoice_no: 'A-1', gstin: gstins[paper] ?? '' }
    const id = await this.#service.addScan({ metadata, userId, createdAt: this.#at })
    this.#paperOf.set(id, paper)
  }

  async #decideOne(at: number, isSwapped: boolean): Promise<void> {
    const pairs = openPairs(this.#service)
    // What a program has just fetched is the hard case.
    const pair =
      pairs.find((ids) => ids.some((id) => id === this.#fetched?.id)) ??
      pairs[at % Math.max(1, pairs.length)]
    if (pair === undefined) return
    const isSame = this.#paperOf.get(pair[0]) === this.#paperOf.get(pair[1])
    const maySwap = isSame && isSwapped && this.#service.scan(pair[0]).syncedAt === null
    const [kept, other] = maySwap ? [pair[1], pair[0]] : pair
    const decision = [this.#service, kept, other, isSame ? 'same' : 'different'] as const
    await decide(...decision)
    this.#decided.push([...decision])
  }

  async #takeBack(at: number): Promise<void> {
    const [decision] = this.#decided.splice(at % Math.max(1, this.#decided.length), 1)
    // Refused where something was delivered or removed meanwhile.
    if (decision !== undefined) await takeBack(...decision).catch(() => undefined)
  }

  /** One at a time: two that were fetched at once are both booked, whatever is said of them then. */
  async #fetch(at: number): Promise<void> {
    if (this.#fetched !== undefined) return
    while (this.#decides && openPairs(this.#service).length > 0)
      await this.#decideOne(0, at % 2 === 0)
    this.#expectOneOfEachListed()
    const key = this.#keys[at % this.#keys.length]
    const [id] = this.#service.listed(key)
    if (id !== undefined) this.#fetched = { key, id }
  }

  async #acknowledge(): Promise<void> {
    if (this.#fetched === undefined) return
    const { key, id } = this.#fetched
    this.#fetched = undefined
    const paper = this.#paperOf.get(id) ?? -1
    this.#booked.set(paper, (this.#booked.get(paper) ?? 0) + 1)
    await this.#service.mark([id], [], key)
  }

  /** Not what a program has fetched: it books that, and nobody can tell. */
  async #remove(at: number): Promise<void> {
    const id = this.#some(at, (one) => this.#service.scan(one).syncedAt === null)
    if (id === undefined || id === this.#fetched?.id) return
    await removeScan(this.#service.deps, id, 'owner')
    const paper = this.#paperOf.get(id)
    this.#paperOf.delete(id)
    const isLeft = [...this.#paperOf.values()].includes(paper ?? -1)
    if (!isLeft) this.#booked.delete(paper ?? -1)
  }

  /** It is to be booked again, once nothing of its paper counts as delivered. */
  async #putBack(at: number): Promise<void> {
    const id = this.#some(at, (one) => this.#service.scan(one).syncedAt !== null)
    if (id === undefined || this.#fetched !== undefined) return
    await putBackScan(this.#service.deps, id, 'owner')
    const paper = this.#paperOf.get(id) ?? -1
    const isDelivered = [...this.#paperOf].some(
      ([one, of]) => of === paper && this.#service.scan(one).syncedAt !== null,
    )
    if (!isDelivered) this.#booked.delete(paper)
  }

  /** Also what a program has fetched: it is held then, though it is booked. */
  async #typeInWrong(at: number): Promise<void> {
    const fetched = this.#fetched?.id
    const id = this.#some(at, (one) => this.#service.scan(one).syncedAt === null)
    if (id === undefined) return
    const unsynced = at % 2 === 0 ? (fetched ?? id) : id
    await correctScan(this.#service.deps, unsynced, this.#typed(unsynced, '33/11/26'), 'clerk')
    expect(this.#service.scan(unsynced).held).toBe(true)
  }

  async #mend(at: number): Promise<boolean> {
    const isToMend = (one: string) => {
      const { held, sameAs } = this.#service.scan(one)
      return held && sameAs === null
    }
    const id = this.#some(at, isToMend)
    if (id === undefined) return false
    await typeIn(this.#service.deps, id, this.#typed(id, '03/11/26'), 'clerk')
    return true
  }

  #typed(id: string, date: string) {
    const gstin = gstins[this.#paperOf.get(id) ?? 0] ?? ''
    const invoice_metadata = { invoice_no: 'A-1', gstin, invoice_date: date }
    return { invoice_metadata, line_items: [] }
  }

  #some(at: number, fits: (id: string) => boolean): string | undefined {
    const ids = [...this.#paperOf.keys()].filter(fits)
    return ids[at % Math.max(1, ids.length)]
  }

  #expectOneOfEachListed(): void {
    if (openPairs(this.#service).length > 0) return
    const listed = this.#keys.flatMap((key) => this.#service.listed(key))
    const papers = listed.map((id) => this.#paperOf.get(id))
    expect(new Set(papers).size).toBe(papers.length)
  }
}
