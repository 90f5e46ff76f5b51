import { Badge, Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { api, ask } from '../../client.ts'
import { IconButton } from '../../components/buttons.tsx'
import { FormRefusal, useSentForm } from '../../components/form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { LeaveQuestion, Overrun, SaveBar } from '../../components/unsaved.tsx'
import { When } from '../../components/values.tsx'
import { Refusal } from '../../refusal.ts'
import { PendingPage } from '../../shell/instead.tsx'
import { useDeleteProducts } from './actions.tsx'
import { productOptionsQuery, productQuery, type Product } from './data.ts'
import { ProductFields, type ProductFormState } from './form.tsx'
import { readsAsJson } from './size-chart.tsx'
import {
  emptyProduct,
  recordOf,
  startedFrom,
  valuesOf,
  type ProductValues,
  type SentProduct,
} from './values.ts'

const route = getRouteApi('/shell/catalogue/$id')

const trail = [{ to: '/catalogue', label: 'Products' }] as const

export function ProductPage() {
  const { id } = route.useParams()
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

/** What is typed must not be overwritten by what comes meanwhile: the form begins anew only after it was saved. */
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
          <IconButton
            variant="default"
            c="var(--mantine-color-error)"
            icon={IconTrash}
            onClick={() => askToDelete([id], product.fields.name)}
          >
            Delete…
          </IconButton>
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

function Facts({ product: { isListed, createdAt, updatedAt } }: { product: Product }) {
  return (
    <Group component="span" gap="sm">
      <Badge component="span" variant="default">
        {isListed ? 'Shown to customers' : 'Not shown to customers'}
      </Badge>
      <span>
        Made <When at={createdAt} dateOnly />, changed <When at={updatedAt} />
      </span>
    </Group>
  )
}

export function NewProductPage() {
  const navigate = useNavigate()
  const isSaved = useRef(false)
  const categories = useQuery(productOptionsQuery).data ?? []
  const { form, submit, isSending, refusal } = useProductForm({
    before: undefined,
    send: ({ product }) => ask(api.products.post({ product })),
    async onSaved({ id, warnings }) {
      isSaved.current = true
      showSaved('The product was made.', warnings)
      await navigate({ to: '/catalogue/$id', params: { id } })
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <PageHeader title="New product" trail={trail} />
      <FormRefusal>{refusal}</FormRefusal>
      <ProductFields form={form} categories={categories} vendor={null} isNew />
      <SaveBar isDirty={form.isDirty()} isSending={isSending} label="Make the product">
        <Button variant="default" component={Link} to="/catalogue">
          Cancel
        </Button>
      </SaveBar>
      <LeaveQuestion isDirty={() => form.isDirty() && !isSaved.current} />
    </form>
  )
}

type Saved = { id: string; changed: boolean; warnings: string[] }

/** Characters of all new images together: the server takes 32 MiB in one piece. */
const imagesCharactersMax = 30_000_000

type ProductFormProps = {
  /** What the page shows; of a new product nothing. */
  before: ProductValues | undefined
  send(sent: SentProduct): Promise<Saved>
  onSaved(saved: Saved): void | Promise<void>
}

/**
 * The form of a product, new or not: it sends only what was changed. `isOverrun` when somebody else changed the same
 * meanwhile; `replace` then sends what is typed in place of what the product says now.
 */
function useProductForm({ before, send, onSaved }: ProductFormProps) {
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
        return await send(record)
      } catch (error) {
        const field = error instanceof Refusal ? (error.field ?? '') : ''
        setOverrun(field === 'startedFrom')
        markVariant(form, field)
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

function refuseLargeImages({ images }: ProductValues): void {
  const characters = images.reduce((sum, { url }) => sum + url.length, 0)
  if (characters <= imagesCharactersMax) return
  throw new Refusal(
    'These images are too large to be saved at once. Save some, then add more.',
    400,
  )
}

/** A refusal of a variant (`variants[2].mrp`) is shown in its row as well. */
function markVariant(form: ProductFormState, place: string): void {
  const [, at, name] = /^variants\[(\d+)\]\.(\w+)$/.exec(place) ?? []
  if (at !== undefined && name !== undefined) {
    form.setFieldError(`variants.${at}.${name}`, 'See above.')
  }
}

/** How long there is to read what was left out or changed, in milliseconds. */
const warningMs = 20_000

/** Above the page, since the buttons of these pages are at the bottom. */
const position = 'top-center'

/** Says that it was saved, and what was left out or changed. */
function showSaved(message: string, warnings: readonly string[]): void {
  notifications.show({ message, position })
  for (const warning of warnings) {
    notifications.show({
      color: 'yellow',
      title: 'Please look',
      message: warning,
      position,
      autoClose: warningMs,
    })
  }
}
