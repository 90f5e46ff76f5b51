import { Text } from '@mantine/core'

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** ₹1,23,456.50; `paise` is a whole number. */
export function Money({ paise }: { paise: number }) {
  return (
    <Text span inherit style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {rupees.format(paise / 100)}
    </Text>
  )
}
