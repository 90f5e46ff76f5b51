import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { api, ask } from '../../client.ts'
import { IconButton } from '../../components/buttons.tsx'
import { FormRefusal, useSentForm } from '../../components/form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { LeaveQuestion, Overrun, SaveBar } from '../../components/unsaved.tsx'
import { Money, When, counted } from '../../components/values.tsx'
import { PendingPage } from '../../shell/instead.tsx'
import { LabelsButton, useDeleteProducts } from './actions.tsx'
import { productOptionsQuery, productQuery, type Product } from './data.ts'
import { ProductFields, type ProductFormState } from './form.tsx'
import {
  valuesOf,
  type ProductValues,
  copyOf,
  emptyProduct,
  recordOf,
  startedFrom,
  type SentProduct,
  type PictureValue,
} from './values.ts'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { modals } from '@mantine/modals'
import { type TypedNumber, requireNumber } from '../../components/number-field.tsx'
import { Refusal, messageOf, Cancelled } from '../../refusal.ts'
import { readsAsJson } from './size-chart.tsx'
import { callCharactersMax } from '../../components/image-field.tsx'
import { gstSlabs } from '../../../platform/gst/rates-and-states.ts'

const productRoute = getRouteApi('/shell/catalogue/$id')

export function ProductPage() {
  const { id } = productRoute.useParams()
  const product = useQuery(productQuery(id))
  return (
    <Loaded
      query={product}
      header={<PageHeader title="Product" trail={trail} />}
      pending={<PendingPage />}
    >
      {(data) => <LoadedProduct key={id} loaded={data} />}
    </Loaded>
  )
}

/** Data loaded meanwhile must not overwrite typed values, so the form restarts only after saving. */
function LoadedProduct({ loaded }: { loaded: Product }) {
  const client = useQueryClient()
  const [product, setProduct] = useState(loaded)
  const [version, setVersion] = useState(0)
  const showStored = async () => {
    setProduct(await client.fetchQuery({ ...productQuery(product.id), staleTime: 0 }))
    setVersion((before) => before + 1)
  }
  return <ProductForm key={version} product={product} onSaved={showStored} />
}

function ProductForm({ product, onSaved }: { product: Product; onSaved: () => Promise<void> }) {
  const { id } = product
  const navigate = useNavigate()
  const isGone = useRef(false)
  const categories = useQuery(productOptionsQuery).data ?? []
  const { form, submit, isSending, refusal, isOverrun, replace } = useProductForm({
    before: valuesOf(product),
    send: (sent) => ask(api.products({ id }).post(sent)),
    async onSaved({ warnings }) {
      await onSaved()
      showSaved('Saved.', warnings)
    },
  })
  const askToDelete = useDeleteProducts(async () => {
    isGone.current = true
    await navigate({ to: '/catalogue' })
  })
  return (
    <form onSubmit={submit} noValidate>
      <PageHeader
        title={product.fields.name}
        trail={trail}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconCopy size={16} aria-hidden />}
              renderRoot={(props) => <Link {...props} to="/catalogue/new" search={{ copy: id }} />}
            >
              Duplicate
            </Button>
            <LabelsButton which={{ ids: [id] }} size="sm" />
            <IconButton
              variant="default"
              c="var(--mantine-color-error)"
              icon={IconTrash}
              onClick={() => askToDelete({ ids: [id] }, `“${product.fields.name}”`)}
            >
              Delete…
            </IconButton>
          </>
        }
      >
        <Facts product={product} />
      </PageHeader>
      <Stack gap="lg">
        {isOverrun ? (
          <OverrunNote product={product} onReplace={replace} />
        ) : (
          <FormRefusal>{refusal}</FormRefusal>
        )}
        <ProductFields form={form} categories={categories} vendor={product.vendor} />
      </Stack>
      <SaveBar isDirty={form.isDirty()} isSending={isSending} label="Save">
        <Button variant="default" onClick={form.reset} disabled={!form.isDirty()}>
          Undo changes
        </Button>
      </SaveBar>
      <LeaveQuestion isDirty={() => form.isDirty() && !isGone.current} />
    </form>
  )
}

type OverrunNoteProps = { product: Product; onReplace: (now: ProductValues) => void }

function OverrunNote({ product: { id, fields }, onReplace }: OverrunNoteProps) {
  const client = useQueryClient()
  return (
    <Overrun
      title="Somebody changed it meanwhile"
      href={`/catalogue/${encodeURIComponent(id)}`}
      fetchNow={() => client.fetchQuery({ ...productQuery(id), staleTime: 0 })}
      onReplace={(now) => onReplace(valuesOf(now))}
    >
      What you typed is still here, and not saved. Look at what {fields.name} says now, then save
      yours in its place. What you did not touch stays as the other one left it.
    </Overrun>
  )
}

function Facts({ product: { isListed, offer, createdAt, updatedAt } }: { product: Product }) {
  return (
    <Group component="span" gap="sm">
      <Badge component="span" variant="default">
        {isListed ? 'Shown to customers' : 'Not shown to customers'}
      </Badge>
      <span>
        Made <When at={createdAt} dateOnly />, changed <When at={updatedAt} />
      </span>
      {offer !== null && (
        <span>
          <Money paise={offer.price} /> now, with “{offer.title}”
        </span>
      )}
    </Group>
  )
}

const newProductRoute = getRouteApi('/shell/catalogue/new')

/** A new product: empty, or a copy of another. */
export function NewProductPage() {
  const { copy } = newProductRoute.useSearch()
  const copied = useQuery({ ...productQuery(copy ?? ''), enabled: copy !== undefined })
  if (copy === undefined) return <NewProductForm key="empty" before={emptyProduct} vendor={null} />
  return (
    <Loaded
      query={copied}
      header={<PageHeader title="New product" trail={trail} />}
      pending={<PendingPage />}
    >
      {(data) => <NewProductForm key={copy} before={copyOf(data)} vendor={data.vendor} />}
    </Loaded>
  )
}

type NewProductFormProps = { before: ProductValues; vendor: Product['vendor'] }

function NewProductForm({ before, vendor }: NewProductFormProps) {
  const navigate = useNavigate()
  const isSaved = useRef(false)
  const goesOn = useRef(false)
  const categories = useQuery(productOptionsQuery).data ?? []
  const { form, submit, isSending, refusal } = useProductForm({
    isNew: true,
    before: emptyProduct,
    shown: before,
    send: ({ product, isRateMeant = false }) => ask(api.products.post({ product, isRateMeant })),
    async onSaved({ id, warnings }) {
      showSaved(`${form.getValues().name} is in the catalogue.`, warnings)
      if (goesOn.current) {
        startNext(form)
        return
      }
      isSaved.current = true
      await navigate({ to: '/catalogue/$id', params: { id } })
    },
  })
  const save = (isNext: boolean) => {
    goesOn.current = isNext
    submit()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save(false)
      }}
      noValidate
    >
      <PageHeader title="New product" trail={trail} />
      <FormRefusal>{refusal}</FormRefusal>
      <ProductFields form={form} categories={categories} vendor={vendor} isNew />
      <SaveBar isDirty={form.isDirty()} isSending={isSending} label="Make the product">
        <Button variant="default" component={Link} to="/catalogue">
          Cancel
        </Button>
        <Button variant="default" disabled={isSending} onClick={() => save(true)}>
          Save and add another
        </Button>
      </SaveBar>
      <LeaveQuestion isDirty={() => form.isDirty() && !isSaved.current} />
    </form>
  )
}

/** The next new product keeps the category, vendor and GST rate, because similar products follow each other. */
function startNext(form: ProductFormState): void {
  const { category_id: category, vendor_id: vendor, gst_pct: rate } = form.getValues()
  const next = { ...emptyProduct, category_id: category, vendor_id: vendor, gst_pct: rate }
  form.setInitialValues(next)
  form.reset()
  window.scrollTo({ top: 0 })
  form.getInputNode('name')?.focus()
}

const trail = [{ to: '/catalogue', label: 'Products' }] as const

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
function useProductForm({
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
function showSaved(message: string, warnings: readonly string[]): void {
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
