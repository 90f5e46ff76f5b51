import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useRef, useState } from 'react'
import { useSentForm } from '../../components/form.tsx'
import type { TypedNumber } from '../../components/typed-number.ts'
import { Refusal } from '../../refusal.ts'
import { addImages, imagesByCall } from './more-images.ts'
import { askAboutRate, isOddRate, isRateAlone } from './price-checks.tsx'
import { readsAsJson } from './size-chart.tsx'
import { recordOf, startedFrom, type ProductValues, type SentProduct } from './values.ts'

export const trail = [{ to: '/catalogue', label: 'Products' }] as const

type Saved = { id: string; changed: boolean; warnings: string[] }

type ProductFormProps = {
  isNew?: boolean
  /** What is stored: only what differs from it is sent. */
  before: ProductValues
  /** What the form begins with, where that is something else. */
  shown?: ProductValues
  send(sent: SentProduct): Promise<Saved>
  onSaved(saved: Saved): void | Promise<void>
}

/**
 * The form of a product, new or not: it sends only what was changed. `isOverrun` when somebody else changed the same
 * meanwhile; `replace` then sends what is typed in place of what the product says now.
 */
export function useProductForm({
  isNew = false,
  before,
  shown = before,
  send,
  onSaved,
}: ProductFormProps) {
  const [isOverrun, setOverrun] = useState(false)
  // What the product says by now, when that is to be replaced.
  const replaced = useRef<ProductValues>(undefined)
  const amount = (value: TypedNumber) =>
    value === '' && !isNew ? 'Give a number; it can be 0.' : null
  // Nobody has to say the price with which something else is changed.
  const price = (value: TypedNumber) => (before.sale_price === '' ? null : amount(value))
  const form = useForm<ProductValues>({
    initialValues: shown,
    validate: {
      // What else is wrong the server says, all at once.
      mrp: amount,
      sale_price: price,
      stock_quantity: amount,
      gst_pct: amount,
      size_chart: (text) => (readsAsJson(text) ? null : 'This is no valid JSON.'),
    },
  })
  /** A rate that GST does not have is asked about, once nothing else is wrong. */
  const sendMeant = async (record: SentProduct, values: ProductValues) => {
    try {
      return await send(record)
    } catch (error) {
      if (!isRateAlone(error) || !isOddRate(values, before)) throw error
      await askAboutRate(values.gst_pct)
      return await send({ ...record, isRateMeant: true })
    }
  }
  const sent = useSentForm<ProductValues, Saved>({
    form,
    send: async (values) => {
      setOverrun(false)
      const { now, later } = imagesByCall(values.images)
      const record = recordOf({ ...values, images: now }, before)
      if (replaced.current !== undefined) {
        record.startedFrom = startedFrom(record.product, replaced.current)
      }
      try {
        const saved = await sendMeant(record, values)
        const warnings = await addImages(saved.id, later)
        return { ...saved, warnings: [...saved.warnings, ...warnings] }
      } catch (error) {
        setOverrun(error instanceof Refusal && error.field === 'startedFrom')
        throw error
      }
    },
    onDone: onSaved,
    done: () => null,
  })
  const replace = (now: ProductValues) => {
    replaced.current = now
    sent.submit()
  }
  return { form, ...sent, isOverrun, replace }
}

/** How long there is to read what was left out or changed, in milliseconds. */
const warningMs = 20_000

/** Says that it was saved, and what was left out or changed. */
export function showSaved(message: string, warnings: readonly string[]): void {
  notifications.show({ message })
  for (const warning of warnings) {
    notifications.show({
      color: 'yellow',
      title: 'Please look',
      message: warning,
      autoClose: warningMs,
    })
  }
}
