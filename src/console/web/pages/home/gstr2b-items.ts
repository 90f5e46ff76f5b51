import { formatMoney, formatMonth, tCounted } from '../../components/values.tsx'
import { t } from '../../language/language.ts'
import { calm, type Maybe } from './attention-item.ts'
import type { HomeState } from './data.ts'

/** What the last GSTR-2B leaves to ask the sellers for. */
export function gstr2bItems({ gstr2b }: HomeState): Maybe[] {
  if (gstr2b === null) return []
  const { period, noBill, notIn2b, atRiskPaise } = gstr2b
  const month = formatMonth(period)
  const search = { month: period }
  return [
    noBill > 0 && {
      ...calm,
      key: 'gstr-2b no bill',
      title: t('{{bills}} of the GSTR-2B of {{month}} did not come in', {
        bills: tCounted(noBill, 'bill'),
        month,
      }),
      detail: t('Ask the sellers for them: without the bill no credit may be taken.'),
      action: t('Look at them'),
      link: { to: '/gstr-2b', search: { ...search, state: 'no_bill' } },
    },
    notIn2b > 0 && {
      ...calm,
      key: 'gstr-2b at risk',
      title: t('{{bills}} of {{month}} not in the GSTR-2B', {
        bills: tCounted(notIn2b, 'bill'),
        month,
      }),
      detail: t('{{amount}} of credit is at risk until the sellers file them.', {
        amount: formatMoney(atRiskPaise),
      }),
      action: t('Look at them'),
      link: { to: '/gstr-2b', search: { ...search, state: 'not_in_2b' } },
    },
  ]
}
