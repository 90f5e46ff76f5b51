import type { Clock } from '../../platform/time.ts'
import type { Books, Company } from '../books.ts'
import { keyIn, markerOf, markerStart } from '../keys.ts'
import { balanceOf, type Problem, type Voucher } from '../vouchers/voucher.ts'
import { answerOf } from './answers.ts'
import { conditionOf, openPaired } from './companies.ts'
import { differences } from './compare.ts'
import { createLedger } from './create-ledger.ts'
import { sellerGroups } from './groups.ts'
import { likelyAmong, likelyFilters } from './likely.ts'
import { readMasters } from './masters.ts'
import { knownNames } from './missing.ts'
import { financialYear, lastMonths, periodAround, wholePeriod } from './periods.ts'
import { readStanding, readVouchers } from './read-vouchers.ts'
import { renderVoucher } from './render.ts'
import { readStock } from './stock.ts'
import type { Transport } from './transport.ts'
import { dayInIndia } from '../../services/scan-export/checks/values.ts'

/** The days on which Tally in educational mode takes vouchers. */
const educationalDays = ['01', '02', '31']

/** A company in Tally as books. `url`: for people. */
export function tallyBooks(
  transport: Transport,
  url: string,
  company: Company,
  clock: Clock,
): Books {
  const names = knownNames(transport, company.name)
  let masterMark = 0
  let isEducational = false

  const paired = async () => {
    const found = await openPaired(transport, company)
    masterMark = found.masterMark
    return found
  }

  return {
    system: 'tally',
    company,
    async health() {
      const condition = await conditionOf(transport, url, company)
      isEducational = condition.health === 'educational'
      return condition
    },
    mark: async () => (await paired()).voucherMark,
    masterMark: async () => (await paired()).masterMark,
    masters: (kind, after) => readMasters(transport, company.name, kind, after),
    sellerGroups: () => sellerGroups(transport, company.name),
    stock: () => stockToday(transport, company, clock),
    check: async (voucher) => [
      ...wrongIn(voucher, company, isEducational),
      ...(await names.missingOf(voucher, masterMark)),
    ],
    render: (voucher, key) => renderVoucher(voucher, { key, company: company.name }),
    async write(text) {
      const sent = await transport.write(text)
      return 'answer' in sent
        ? answerOf(sent.answer)
        : { outcome: 'unknown', message: sent.lost, raw: '' }
    },
    async withKey(key, date, width) {
      const period =
        width === 'near' ? periodAround(date) : wholePeriod(await paired(), clock.now(), date)
      const filter = `$Narration CONTAINS "${markerOf(key)}"`
      const found = await readVouchers(transport, company.name, period, [filter])
      return found.filter(({ narration }) => keyIn(narration) === key)
    },
    async withGuid(guid) {
      const period = wholePeriod(await paired(), clock.now())
      return await readVouchers(transport, company.name, period, [`$GUID = "${guid}"`])
    },
    async ours() {
      const period = lastMonths(await paired(), clock.now())
      const filters = [`$Narration CONTAINS "${markerStart}"`]
      return await readStanding(transport, company.name, period, filters)
    },
    async likely(voucher, ownKeys) {
      const filters = likelyFilters(voucher)
      if (filters === undefined) return []
      const period = financialYear(voucher.date)
      const entered = await readVouchers(transport, company.name, period, filters)
      return likelyAmong(voucher, ownKeys, entered)
    },
    createLedger: (ledger) => createLedger(transport, company, ledger),
    differences,
  }
}

async function* stockToday(transport: Transport, company: Company, clock: Clock) {
  await openPaired(transport, company)
  const period = { from: company.booksFrom, to: dayInIndia(clock.now()) }
  yield* readStock(transport, company.name, period)
}

function wrongIn(voucher: Voucher, { booksFrom }: Company, isEducational: boolean): Problem[] {
  const problems: Problem[] = []
  if (balanceOf(voucher) !== 0) {
    problems.push({
      code: 'totals_mismatch',
      field: 'total',
      message: `What is debited and credited differs by ${balanceOf(voucher)} paise.`,
    })
  }
  if (voucher.date < booksFrom) {
    problems.push({
      code: 'date_out_of_period',
      field: 'date',
      message: `${voucher.date} is before the books begin, on ${booksFrom}.`,
    })
  }
  if (isEducational && !educationalDays.includes(voucher.date.slice(-2))) {
    problems.push({
      code: 'educational_date',
      field: 'date',
      message: `Tally runs in educational mode, which takes nothing dated ${voucher.date}: only the 1st, 2nd and 31st.`,
    })
  }
  return problems
}
