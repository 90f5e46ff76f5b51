import { getRouteApi } from '@tanstack/react-router'
import { NamesPage } from './names-page.tsx'

const vendors = getRouteApi('/shell/vendors')
const productNames = getRouteApi('/shell/product-names')

export function VendorsPage() {
  const search = vendors.useSearch()
  const navigate = vendors.useNavigate()
  return (
    <NamesPage
      kind="vendor"
      search={search}
      onSearch={(next, replace = false) => void navigate({ search: next, replace })}
    />
  )
}

export function ProductNamesPage() {
  const search = productNames.useSearch()
  const navigate = productNames.useNavigate()
  return (
    <NamesPage
      kind="product"
      search={search}
      onSearch={(next, replace = false) => void navigate({ search: next, replace })}
    />
  )
}
