import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { documentSearch, documentsSearch } from '../pages/documents/document-search.ts'
import { ruleSearch } from '../pages/rules/rule-search.ts'
import { choiceSearch, pageSearch, textSearch } from '../search.ts'
import { shellRoute } from './entry-routes.ts'

const documentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/documents',
  validateSearch: documentsSearch,
  staticData: { title: 'Documents' },
  component: lazyRouteComponent(
    () => import('../pages/documents/documents-page.tsx'),
    'DocumentsPage',
  ),
})

const documentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/documents/$id',
  validateSearch: documentSearch,
  staticData: { title: 'Document' },
  component: lazyRouteComponent(
    () => import('../pages/documents/document-page.tsx'),
    'DocumentPage',
  ),
})

const rulesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/rules',
  validateSearch: ruleSearch,
  staticData: { title: 'Rename rules' },
  component: lazyRouteComponent(() => import('../pages/rules/rules-page.tsx'), 'RulesPage'),
})

const namesShow = choiceSearch('show', ['unknown'])
const namesText = textSearch('q')

const nameSearch = (search: Record<string, unknown>) => ({
  ...pageSearch(search),
  ...namesShow(search),
  ...namesText(search),
})

const vendorsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/vendors',
  validateSearch: nameSearch,
  staticData: { title: 'Vendors' },
  component: lazyRouteComponent(() => import('../pages/names/name-pages.tsx'), 'VendorsPage'),
})

const productNamesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/product-names',
  validateSearch: nameSearch,
  staticData: { title: 'Product names' },
  component: lazyRouteComponent(() => import('../pages/names/name-pages.tsx'), 'ProductNamesPage'),
})

export const documentRoutes = [
  documentsRoute,
  documentRoute,
  rulesRoute,
  vendorsRoute,
  productNamesRoute,
] as const
