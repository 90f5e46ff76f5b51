import { Badge, Button, Group, Stack } from '@mantine/core'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { api, ask } from '../../client.ts'
import { IconButton } from '../../components/buttons.tsx'
import { FormRefusal } from '../../components/form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { LeaveQuestion, Overrun, SaveBar } from '../../components/unsaved.tsx'
import { Money, When } from '../../components/values.tsx'
import { PendingPage } from '../../shell/instead.tsx'
import { LabelsButton, useDeleteProducts } from './actions.tsx'
import { productOptionsQuery, productQuery, type Product } from './data.ts'
import { ProductFields, type ProductFormState } from './form.tsx'
import { showSaved, trail, useProductForm } from './product-form.tsx'
import { valuesOf, type ProductValues, copyOf, emptyProduct } from './values.ts'

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
