import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useRef, useState } from 'react'
import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useSentForm } from '../../components/form.tsx'
import { type TypedNumber, requireNumber } from '../../components/number-field.tsx'
import { Refusal, messageOf, Cancelled } from '../../refusal.ts'
import { readsAsJson } from './size-chart.tsx'
import {
  recordOf,
  startedFrom,
  type ProductValues,
  type SentProduct,
  type PictureValue,
} from './values.ts'
import { api, ask } from '../../client.ts'
import { callCharactersMax } from '../../components/image-field.tsx'
import { counted } from '../../components/values.tsx'
import { gstSlabs } from '../../../platform/gst/rates-and-states.ts'

export const trail = [{ to: '/catalogue', label: 'Products' }] as const

type Saved = { id: string; changed: boolean; warnings: string[] }

type ProductFormProps = {
  isNew?: boolean
  /** The stored values. Only differences from them are sent. */
  before: ProductValues
  /** The first values of the form, if they differ. */
  shown?: ProductValues
  send(sent: SentProduct): Promise<Saved>
  onSaved(saved: Saved): void | Promise<void>
}

/**
 * The form of a new or existing product. It sends only changes. `isOverrun`: somebody else changed the same values
 * meanwhile. `replace` then sends the typed values over the present ones.
 */
export function useProductForm({
  isNew = false,
  before,
  shown = before,
  send,
  onSaved,
}: ProductFormProps) {
  const [isOverrun, setOverrun] = useState(false)
  // The product's present values, if they are to be replaced.
  const replaced = useRef<ProductValues>(undefined)
  const amount = (value: TypedNumber) =>
    value === '' && !isNew ? 'Give a number; it can be 0.' : null
  // Nobody must enter a price in order to change other fields.
  const price = (value: TypedNumber) => (before.sale_price === '' ? null : amount(value))
  const form = useForm<ProductValues>({
    initialValues: shown,
    validate: {
      // The server reports all other faults together.
      mrp: amount,
      sale_price: price,
      stock_quantity: amount,
      gst_pct: amount,
      size_chart: (text) => (readsAsJson(text) ? null : 'This is no valid JSON.'),
    },
  })
  /** Asks about a GST rate that does not exist, once there are no other faults. */
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

/** How long warnings stay, in milliseconds. */
const warningMs = 20_000

/** Shows that the product was saved, and warnings about values left out or changed. */
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

/** Distributes new images over calls: if one call cannot take all, the last ones follow in further calls. */
function imagesByCall(images: readonly PictureValue[]): {
  now: PictureValue[]
  later: PictureValue[][]
} {
  const calls: PictureValue[][] = [[]]
  let characters = 0
  for (const image of images) {
    if (isNewImage(image) && characters + image.url.length > callCharactersMax) {
      calls.push([])
      characters = 0
    }
    if (isNewImage(image)) characters += image.url.length
    // Existing images stay in the first call, wherever they are in the order.
    const call = isNewImage(image) ? calls.at(-1) : calls[0]
    call?.push(image)
  }
  const [now = [], ...later] = calls
  return { now, later }
}

function isNewImage({ url }: PictureValue): boolean {
  return url.startsWith('data:')
}

/** Adds images to a saved product. Returns warnings about images that failed. */
async function addImages(
  id: string,
  calls: readonly (readonly PictureValue[])[],
): Promise<string[]> {
  const warnings: string[] = []
  for (const images of calls) {
    const photos = images.map(({ url, alt }) => ({ base64: url, alt }))
    try {
      const answer = await ask(api.products({ id }).photos.post({ photos, replaces: false }))
      warnings.push(...answer.warnings)
    } catch (error) {
      // The product is already saved. An error would make the user create it twice.
      warnings.push(`Not saved: ${counted(images.length, 'image')}. ${messageOf(error)}`)
    }
  }
  return warnings
}

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
function askAboutRate(typed: ProductValues['gst_pct']): Promise<void> {
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
