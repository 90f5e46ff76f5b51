import { Elysia } from 'elysia'
import { activityRoutes } from './pages/activity/api.ts'
import { bookRoutes } from './pages/books/api/routes.ts'
import { productRoutes } from './pages/catalogue/api/routes.ts'
import { categoryRoutes } from './pages/categories/api.ts'
import { creditRoutes } from './pages/credits/api.ts'
import { customerRoutes } from './pages/customers/api.ts'
import type { ConsoleDeps } from './api/deps.ts'
import { documentRoutes } from './pages/documents/api/routes.ts'
import { entryRoutes } from './pages/entry/api.ts'
import { gstr2bRoutes } from './pages/gstr-2b/api.ts'
import { homeRoutes } from './pages/today/api/home.ts'
import { todayRoutes } from './pages/today/api/stream.ts'
import { invoiceRoutes } from './pages/orders/api/invoices.ts'
import { integrationRoutes } from './pages/integrations/api.ts'
import { keyRoutes, testCopyRoutes } from './pages/keys/api/routes.ts'
import { leaseRoutes } from './api/programs.ts'
import { nameRoutes } from './pages/names/api/routes.ts'
import { networkRoutes } from './pages/settings/api/network.ts'
import { offerRoutes } from './pages/offers/api.ts'
import { orderRoutes } from './pages/orders/api/routes.ts'
import { photoRoutes } from './pages/photos/api.ts'
import { productImportRoutes } from './pages/product-import/api/routes.ts'
import { restoreRoutes } from './pages/restore/api.ts'
import { ruleRoutes } from './pages/rules/api/routes.ts'
import { searchRoutes } from './shell/api.ts'
import { sellerRoutes } from './pages/names/api/sellers.ts'
import { sessionRoutes, passkeyRoutes, secondStepRoutes } from './pages/account/api.ts'
import { settingRoutes } from './pages/settings/api/routes.ts'
import { userRoutes } from './pages/users/api.ts'
import { viewRoutes } from './shell/api.ts'

/** The API for the pages. Their client takes its types from here. */
export type ConsoleApi = ReturnType<typeof consoleRoutes>

/** All routes of the console, relative to its prefix. */
export function consoleRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .use(entryRoutes(deps))
    .use(sessionRoutes(deps))
    .use(secondStepRoutes(deps))
    .use(passkeyRoutes(deps))
    .use(keyRoutes(deps))
    .use(integrationRoutes(deps))
    .use(activityRoutes(deps))
    .use(homeRoutes(deps))
    .use(todayRoutes(deps))
    .use(searchRoutes(deps))
    .use(networkRoutes(deps))
    .use(documentRoutes(deps))
    .use(userRoutes(deps))
    .use(viewRoutes(deps))
    .use(creditRoutes(deps))
    .use(settingRoutes(deps))
    .use(nameRoutes(deps))
    .use(sellerRoutes(deps))
    .use(restoreRoutes(deps))
    .use(ruleRoutes(deps))
    .use(invoiceRoutes(deps))
    .use(customerRoutes(deps))
    .use(bookRoutes(deps))
    .use(gstr2bRoutes(deps))
    .use(leaseRoutes(deps))
    .use(testCopyRoutes(deps))
    .use(orderRoutes(deps))
    .use(categoryRoutes(deps))
    .use(offerRoutes(deps))
    .use(productImportRoutes(deps))
    .use(photoRoutes(deps))
    .use(productRoutes(deps))
}
