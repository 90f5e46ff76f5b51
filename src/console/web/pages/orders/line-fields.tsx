import { NumberInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { formatCount } from '../../components/values.tsx'
import { AmountInput } from '../../components/inputs.tsx'
import { nameOf, type TypedLine, type TypedOrder } from './new-order.ts'

/** Units of one line, and rupees of one amount, that the server takes at most. */
const quantityMax = 100_000
export const rupeesMax = 100_000_000_000

/** A line of the form, and its place there. */
type LineProps = { form: UseFormReturnType<TypedOrder>; line: TypedLine; at: number }

export function NameField(props: LineProps) {
  return (
    <TextInput
      {...inputOf(props, 'name', 'Name')}
      placeholder="What it is"
      maxLength={200}
      miw={180}
    />
  )
}

/** `inStock`: there are only so many. */
export function QuantityField({ inStock, ...props }: LineProps & { inStock: number | undefined }) {
  const { error, ...input } = inputOf(props, 'quantity', 'Quantity')
  return (
    <NumberInput
      {...input}
      w={104}
      min={1}
      max={quantityMax}
      allowDecimal={false}
      allowNegative={false}
      error={error ?? (inStock === undefined ? null : `only ${formatCount(inStock)} in stock`)}
    />
  )
}

export function PriceField(props: LineProps) {
  const { article } = props.line
  return (
    <AmountInput
      {...inputOf(props, 'price', 'Unit price')}
      min={0}
      max={rupeesMax}
      allowNegative={false}
      fixedDecimalScale={false}
      w={120}
      placeholder={article === null ? 'Price with GST' : String(article.salePrice / 100)}
    />
  )
}

export function RateField(props: LineProps) {
  return (
    <NumberInput
      {...inputOf(props, 'gst', 'GST rate')}
      w={120}
      placeholder="GST rate, %"
      suffix="% GST"
      min={0}
      max={100}
      decimalScale={2}
      allowNegative={false}
      hideControls
    />
  )
}

function inputOf(
  { form, line, at }: LineProps,
  field: 'name' | 'quantity' | 'price' | 'gst',
  label: string,
) {
  return {
    ...form.getInputProps(`lines.${at}.${field}`),
    size: 'xs' as const,
    'aria-label': `${label} of ${nameOf(line)}`,
  }
}
