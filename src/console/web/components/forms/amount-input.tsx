import { NumberInput, type NumberInputProps } from '@mantine/core'

/** An amount in rupees. */
export function AmountInput(props: NumberInputProps) {
  return <CountInput prefix="₹" decimalScale={2} fixedDecimalScale allowDecimal {...props} />
}

/** A number as people here write it: 1,23,456. */
export function CountInput(props: NumberInputProps) {
  return (
    <NumberInput
      hideControls
      allowDecimal={false}
      thousandSeparator=","
      thousandsGroupStyle="lakh"
      {...props}
    />
  )
}
