import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { useSentForm } from '../../components/form.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { Refusal } from '../../refusal.ts'
import type { ProductFormState } from './product-form-type.ts'
import { recordOf, startedFrom, type SentProduct } from './product-record.ts'
import { emptyProduct, type ProductValues } from './product-values.ts'
import { readsAsJson } from './size-chart.ts'

type Saved = { id: string; changed: boolean; warnings: string[] }

/** Characters of all new images together: the server takes 32 MiB in one piece. */
const imagesCharactersMax = 30_000_000

type ProductForm = {
  /** What the page shows; of a new product nothing. */
  before: ProductValues | undefined
  send(sent: SentProduct): Promise<Saved>
  onSaved(saved: Saved): void | Promise<void>
}

/**
 * The form of a product, new or not: it sends only what was changed. `isOverrun` when somebody else changed the same
 * meanwhile; `replace` then sends what is typed in place of what the product says now.
 */
export function useProductForm({ before, send, onSaved }: ProductForm) {
  const refresh = useRefresh()
  const [isOverrun, setOverrun] = useState(false)
  // What the product says by now, when that is to be replaced.
  const replaced = useRef<ProductValues>(undefined)
  const isNew = before === undefined
  const initial = before ?? emptyProduct
  const amount = (value: number | string) =>
    value === '' && !isNew ? 'Give a number; it can be 0.' : null
  const form = useForm<ProductValues>({
    initialValues: initial,
    validate: {
      name: (text) => (text.trim() === '' ? 'Give the product a name.' : null),
      mrp: amount,
      sale_price: amount,
      stock_quantity: amount,
      gst_pct: amount,
      size_chart: (text) => (readsAsJson(text) ? null : 'This is no valid JSON.'),
    },
  })
  const sent = useSentForm<ProductValues, Saved>({
    form,
    send: async (values) => {
      setOverrun(false)
      refuseLargeImages(values)
      const record = recordOf(values, initial)
      if (replaced.current !== undefined) {
        record.startedFrom = startedFrom(record.product, replaced.current)
      }
      try {
        return await atVariants(form, send(record))
      } catch (error) {
        if (error instanceof Refusal && error.field === 'startedFrom') setOverrun(true)
        throw error
      }
    },
    async onDone(saved) {
      await onSaved(saved)
      await refresh()
    },
  })
  const replace = (now: ProductValues) => {
    replaced.current = now
    sent.submit()
  }
  return { form, ...sent, isOverrun, replace }
}

function refuseLargeImages({ images }: ProductValues): void {
  const characters = images.reduce((sum, { url }) => sum + url.length, 0)
  if (characters <= imagesCharactersMax) return
  throw new Refusal(
    'These images are too large to be saved at once. Save some, then add more.',
    400,
  )
}

/** A refusal of a variant (`variants[2].mrp`) is shown in its row as well. */
async function atVariants(form: ProductFormState, answer: Promise<Saved>): Promise<Saved> {
  try {
    return await answer
  } catch (error) {
    const field = error instanceof Refusal ? error.field : null
    const [, at, name] = /^variants\[(\d+)\]\.(\w+)$/.exec(field ?? '') ?? []
    if (at !== undefined && name !== undefined)
      form.setFieldError(`variants.${at}.${name}`, 'See above.')
    throw error
  }
}
