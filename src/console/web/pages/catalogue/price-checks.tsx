import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { gstSlabs } from '../../../../platform/gst.ts'
import { Cancelled } from '../../refusal.ts'
import type { ProductValues } from './values.ts'

/* What the law says of a price and a rate; the server refuses the first by itself. */

type Prices = Pick<ProductValues, 'mrp' | 'sale_price'>

/** Why a price cannot be; null for one that stays as it was, or can. An MRP of 0 is none. */
export function aboveMrp(values: Prices, before: Prices): string | null {
  const isAsBefore = values.mrp === before.mrp && values.sale_price === before.sale_price
  const [price, mrp] = [Number(values.sale_price), Number(values.mrp)]
  if (isAsBefore || mrp === 0 || price <= mrp) return null
  return 'Nobody may sell above the MRP. If the pack shows another one, enter that.'
}

type Rate = Pick<ProductValues, 'gst_pct'>

/** Whether a rate was typed that is no slab of GST. */
export function isOddRate(values: Rate, before: Rate): boolean {
  return values.gst_pct !== before.gst_pct && !gstSlabs.includes(Number(values.gst_pct))
}

/** Comes back when the rate is meant. Throws Cancelled when it is not. */
export function askAboutRate(rate: ProductValues['gst_pct']): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(new Cancelled())
    modals.openConfirmModal({
      title: `Is the GST rate ${rate} %?`,
      children: (
        <Text size="sm">
          GST has no such rate. Goods are taxed at 0, 0.25, 3, 5, 18 or 40 %; 12 and 28 % were the
          rates of many until September 2025.
        </Text>
      ),
      labels: { confirm: `Save with ${rate} %`, cancel: 'Change it' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => resolve(),
      onCancel: cancel,
      onClose: cancel,
    })
  })
}
