import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { api, ask } from '../../client.ts'
import { FormRefusal } from '../../components/form.tsx'
import { LeaveQuestion, SaveBar } from '../../components/unsaved.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { ProductFields } from './product-form.tsx'
import { productOptionsQuery } from './products-query.ts'
import { showSaved } from './show-saved.ts'
import { useProductForm } from './use-product-form.ts'

const trail = [{ to: '/catalogue', label: 'Products' }] as const

export function NewProductPage() {
  const navigate = useNavigate()
  const isSaved = useRef(false)
  const categories = useQuery(productOptionsQuery).data?.categories ?? []
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
