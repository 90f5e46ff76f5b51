import { createRoute } from '@tanstack/react-router'
import { documentSearch, documentsSearch } from '../pages/documents/data.ts'
import { nameSearch } from '../pages/names/data.ts'
import { ruleSearch } from '../pages/rules/data.ts'
import { shellRoute } from './entry-routes.ts'
import { lazyPage } from './lazy-page.ts'

const documentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/documents',
  validateSearch: documentsSearch,
  staticData: { title: 'Documents' },
  component: lazyPage(() => import('../pages/documents/page.tsx'), 'DocumentsPage'),
})

const documentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/documents/$id',
  validateSearch: documentSearch,
  staticData: { title: 'Document' },
  component: lazyPage(() => import('../pages/documents/document.tsx'), 'DocumentPage'),
})

const rulesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/rules',
  validateSearch: ruleSearch,
  staticData: { title: 'Rename rules', ownersOnly: true },
  component: lazyPage(() => import('../pages/rules/page.tsx'), 'RulesPage'),
})

const vendorsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/vendors',
  validateSearch: nameSearch,
  staticData: { title: 'Vendors' },
  component: lazyPage(() => import('../pages/names/page.tsx'), 'VendorsPage'),
})

const productNamesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/product-names',
  validateSearch: nameSearch,
  staticData: { title: 'Product names' },
  component: lazyPage(() => import('../pages/names/page.tsx'), 'ProductNamesPage'),
})

export const documentRoutes = [
  documentsRoute,
  documentRoute,
  rulesRoute,
  vendorsRoute,
  productNamesRoute,
] as const
