import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { gstSlabs } from '../../../platform/gst/rates-and-states.ts'
import { requireNumber } from '../../components/number-field.tsx'
import { Cancelled, Refusal } from '../../refusal.ts'
import type { ProductValues } from './values.ts'

type Rate = Pick<ProductValues, 'gst_pct'>

/** Whether the user typed a GST rate that does not exist. */
export function isOddRate(values: Rate, before: Rate): boolean {
  const { gst_pct: rate } = values
  return typeof rate === 'number' && rate !== before.gst_pct && !gstSlabs.includes(rate)
}

/** Whether only the rate was refused. */
export function isRateAlone(error: unknown): boolean {
  return error instanceof Refusal && error.field === 'gst_pct' && error.others.length === 0
}

/** Resolves if the user confirms the rate. Throws Cancelled otherwise. */
export function askAboutRate(typed: ProductValues['gst_pct']): Promise<void> {
  const rate = requireNumber(typed)
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
