import type { Answer, Books, Company, Entered } from '../books.ts'
import { type Sent, type Site, plainHttpWarning, type Filter } from './client.ts'
import { conditionOf, pairedCompany } from './companies.ts'
import { doctypes, idOf, doctypeOf, fieldsOf } from './doctypes.ts'
import { readSiteFacts, readVoucherFacts, type SiteFacts } from './facts.ts'
import { createAccount, masterMark, readMasters } from './masters.ts'
import {
  differences,
  type Place,
  readByGuid,
  readById,
  readByMarker,
  readOurs,
  readWhere,
} from './read-back.ts'
import { goodsItemOf, make, type Made, withKey, bankAccountOf } from './render.ts'
import { keyIn } from '../keys.ts'
import type { Pairing } from '../pairing.ts'
import {
  bankSide,
  isOfBank,
  lastDigits,
  type Problem,
  sameReference,
  sumUnder,
  unbalanced,
  type Voucher,
} from '../vouchers/voucher.ts'
import { dayInIndia } from '../../paper/values.ts'
import { AppError } from '../../platform/errors.ts'
import { type JsonObject, isJsonObject, parseOrNothing, textOf } from '../../platform/json/json.ts'
import { toRupees } from '../../platform/money.ts'
import { foldText } from '../../platform/text.ts'
import type { Clock } from '../../platform/time.ts'

/** The choices made when a site was paired. */
export type ErpnextChoice = Pick<
  Extract<Pairing, { system: 'erpnext' }>,
  'idField' | 'submits' | 'goodsItem'
>

/** How long after its date the bridge watches a voucher, in milliseconds. Longer than Daybook keeps documents. */
const oursMs = 120 * 24 * 60 * 60_000

/** An ERPNext company as `Books`. */
export function erpnextBooks(
  site: Site,
  company: Company,
  choice: ErpnextChoice,
  clock: Clock,
): Books {
  const place: Place = { site, company: company.name, idField: choice.idField }
  const maker = makerFor(site, company, choice)
  const paired = async () => await pairedCompany(site, company)
  const warning = plainHttpWarning(site.url)

  return {
    system: 'erpnext',
    company,
    async health() {
      maker.forget()
      const condition = await conditionOf(site, company, maker.facts)
      const sentence = [condition.sentence, warning].filter((one) => one !== '').join(' ')
      return { ...condition, sentence }
    },
    mark: async () => {
      await paired()
      return 0
    },
    masterMark: async () => {
      await paired()
      return await masterMark(site)
    },
    masters: (kind, after) => readMasters(site, company.name, kind, after),
    sellerGroups: () => supplierGroups(site),
    stock: () => {
      throw new AppError('conflict', noStock)
    },
    check: maker.check,
    async render(voucher, key) {
      const made = withKey(await maker.made(voucher), voucher, key, choice.idField)
      return JSON.stringify(made, null, 1)
    },
    write: maker.write,
    ...(choice.submits && {
      submit: async ({ guid }: { guid: string }) => answerOf(await site.submit(...partsOf(guid))),
    }),
    async withKey(key, _date, width) {
      const found = await readById(place, idOf(key))
      return found.length > 0 || width === 'near' ? found : await readByMarker(place, key)
    },
    withGuid: (guid) => readByGuid(place, guid),
    ours: () => readOurs(place, dayInIndia(clock.now() - oursMs)),
    likely: async (voucher, ownKeys) =>
      await readLikely(place, await maker.facts(), voucher, ownKeys),
    createLedger: async (ledger) => await createAccount(site, await paired(), ledger),
    differences,
  }
}

/** Makes documents from vouchers, using what the site says of itself, and sends them. */
function makerFor(site: Site, company: Company, { idField, goodsItem }: ErpnextChoice) {
  let known: SiteFacts | undefined
  let namesAreIgnored = false
  const maker = {
    /** Reads the site's facts anew, so that changes made there take effect. */
    forget: () => void (known = undefined),
    facts: async () => (known ??= await readSiteFacts(site, await pairedCompany(site, company))),
    async made(voucher: Voucher): Promise<Made> {
      const facts = await maker.facts()
      const rates = goodsItem === '' ? [] : ratesOf(voucher)
      const items = rates.map((rate) => goodsItemOf(goodsItem, rate))
      const ofVoucher = await readVoucherFacts(site, voucher, facts, items)
      return make({ voucher, site: facts, facts: ofVoucher, goodsItem })
    },
    check: async (voucher: Voucher): Promise<Problem[]> => [
      ...wrongIn(voucher, await maker.facts(), namesAreIgnored),
      ...(await maker.made(voucher)).problems,
    ],
    async write(text: string): Promise<Answer> {
      const doc = parseOrNothing(text)
      if (!isJsonObject(doc)) return { outcome: 'unknown', message: 'It is no JSON.', raw: '' }
      const isNamed = idField === 'name'
      const sent = await site.create(textOf(doc, 'doctype'), doc, isNamed)
      if (isNamed && 'data' in sent && isNamedOtherwise(sent.data, doc)) namesAreIgnored = true
      return answerOf(sent)
    },
  }
  return maker
}

/** Until a draft is submitted, what a web order sold would be offered for sale again. */
const noStock =
  'ERPNext takes nothing off its stock for a draft: the storefront cannot be told how many there are.'

/** A document that exists already counts as accepted. The look that follows shows what it is. */
function answerOf(sent: Sent): Answer {
  if ('lost' in sent) return { outcome: 'unknown', message: sent.lost, raw: '' }
  if ('data' in sent) return { outcome: 'accepted', raw: sent.text }
  const { isTaken, code, message, raw } = sent.refused
  return isTaken ? { outcome: 'accepted', raw } : { outcome: 'refused', code, message, raw }
}

function isNamedOtherwise(taken: JsonObject, sent: JsonObject): boolean {
  return foldText(textOf(taken, 'name')) !== foldText(textOf(sent, 'name'))
}

/** The doctype and the name. */
function partsOf(guid: string): [string, string] {
  const doctype = doctypes.find((each) => guid.startsWith(`${each}/`)) ?? ''
  return [doctype, guid.slice(doctype.length + 1)]
}

/** Tax rates of goods without an item. */
function ratesOf({ entries }: Voucher): (number | undefined)[] {
  const goods = entries.filter(({ role }) => role === 'goods')
  return [...new Set(goods.map(({ gstPercent }) => gstPercent))]
}

async function supplierGroups(site: Site): Promise<ReadonlySet<string>> {
  const groups = new Set<string>()
  for await (const group of site.pages('Supplier Group', { fields: ['name'], filters: [] })) {
    groups.add(foldText(textOf(group, 'name')))
  }
  return groups
}

function wrongIn(voucher: Voucher, { years }: SiteFacts, namesAreIgnored: boolean): Problem[] {
  const { date, kind } = voucher
  const problems: Problem[] = []
  if (namesAreIgnored && !isOfBank(kind)) {
    const message =
      'This ERPNext gives documents names of its own: make the field daybook_id there, as the page "Connect ERPNext" says, and pair anew with --id-field daybook_id.'
    problems.push({ code: 'other', field: '', message })
  }
  problems.push(...unbalanced(voucher))
  if (!isOfBank(kind) && !years.some(({ from, to }) => from <= date && date <= to)) {
    const message = `${date} is in no fiscal year that ERPNext has.`
    problems.push({ code: 'date_out_of_period', field: 'date', message })
  }
  return problems
}

/*
 * Finds what somebody entered by hand, or from another scan of the same paper. A bill is recognised by party and number within a
 * financial year, a bank transaction by day, account and amount.
 */

/** Throws AppError as `Site` does. */
async function readLikely(
  place: Place,
  facts: SiteFacts,
  voucher: Voucher,
  ownKeys: readonly string[],
): Promise<Entered[]> {
  return isOfBank(voucher.kind)
    ? await sameMovements(place, facts, voucher, ownKeys)
    : await samePapers(place, facts, voucher)
}

const uncancelled: Filter = ['docstatus', '!=', 2]

async function samePapers(place: Place, facts: SiteFacts, voucher: Voucher): Promise<Entered[]> {
  const { reference, party, date, kind } = voucher
  if (reference === '') return []
  const doctype = doctypeOf(kind)
  const fields = fieldsOf[doctype]
  const digits = lastDigits(reference)
  const year = facts.years.find(({ from, to }) => from <= date && date <= to)
  const filters: Filter[] = [
    uncancelled,
    [fields.party, '=', party],
    ...(digits === undefined ? [] : [[fields.reference, 'like', `%${digits}%`]]),
    ...(year === undefined
      ? []
      : [
          [fields.date, '>=', year.from],
          [fields.date, '<=', year.to],
        ]),
  ]
  const found = await readWhere(place, doctype, filters, (other) => sameReference(other, reference))
  const side = Math.sign(sumUnder(voucher.entries, party))
  return found.filter(({ entries }) => Math.sign(sumUnder(entries, party)) === side)
}

/** Rows of one statement may be equal, so the document's own rows do not count. */
async function sameMovements(
  place: Place,
  facts: SiteFacts,
  voucher: Voucher,
  ownKeys: readonly string[],
): Promise<Entered[]> {
  const bank = bankSide(voucher)
  const account = bankAccountOf(facts, bank?.ledger ?? '')
  if (bank === undefined || account === undefined) return []
  const field = bank.paise < 0 ? 'withdrawal' : 'deposit'
  const found = await readWhere(place, 'Bank Transaction', [
    uncancelled,
    ['bank_account', '=', account],
    ['date', '=', voucher.date],
    [field, '=', toRupees(Math.abs(bank.paise))],
  ])
  // ERPNext has only the bank's side. The other side is taken from this voucher.
  const entries = voucher.entries.map(({ ledger, paise }) => ({ ledger, paise }))
  return found
    .filter(({ narration }) => !ownKeys.includes(keyIn(narration) ?? ''))
    .map((other) => ({ ...other, entries, isOptional: false }))
}
