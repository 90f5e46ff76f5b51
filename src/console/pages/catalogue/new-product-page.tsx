import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { api, ask } from '../../client.ts'
import { FormRefusal } from '../../components/form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { LeaveQuestion, SaveBar } from '../../components/unsaved.tsx'
import { PendingPage } from '../../shell/instead.tsx'
import { productOptionsQuery, productQuery, type Product } from './data.ts'
import { ProductFields, type ProductFormState } from './form.tsx'
import { showSaved, trail, useProductForm } from './product-form.ts'
import { copyOf, emptyProduct, type ProductValues } from './values.ts'

const route = getRouteApi('/shell/catalogue/new')

/** A new product: empty, or a copy of another. */
export function NewProductPage() {
  const { copy } = route.useSearch()
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
