import { Elysia } from 'elysia'
import type { AppError } from '../../platform/errors.ts'
import { elysiaService, type HttpService } from '../../platform/http/service.ts'
import { activityRoutes } from './activity/routes.ts'
import { bookRoutes } from './books/routes.ts'
import { productRoutes } from './catalogue/routes.ts'
import { categoryRoutes } from './categories/routes.ts'
import { creditRoutes } from './credits/routes.ts'
import { customerRoutes } from './customers/routes.ts'
import type { ConsoleDeps } from './deps.ts'
import { documentRoutes } from './documents/routes.ts'
import { entryRoutes } from './entry/routes.ts'
import { consoleGuard } from './guard.ts'
import { gstr2bRoutes } from './gstr2b/routes.ts'
import { homeRoutes } from './home/routes.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { integrationRoutes } from './integrations/routes.ts'
import { keyRoutes } from './keys/routes.ts'
import { leaseRoutes } from './leases/routes.ts'
import { labelRoutes } from './labels/routes.ts'
import { nameRoutes } from './names/routes.ts'
import { networkRoutes } from './network/routes.ts'
import { offerRoutes } from './offers/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { photoRoutes } from './photos/routes.ts'
import { productImportRoutes } from './product-import/routes.ts'
import { restoreRoutes } from './restores/routes.ts'
import { ruleRoutes } from './rules/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { sellerRoutes } from './sellers/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { secondStepRoutes } from './second-step/routes.ts'
import { settingRoutes } from './settings/routes.ts'
import { testCopyRoutes } from './test-copy/routes.ts'
import { userRoutes } from './users/routes.ts'
import { viewRoutes } from './views/routes.ts'

/** The API for the pages. Their client takes its types from here. */
export type ConsoleApi = ReturnType<typeof consoleRoutes>

const consolePrefix = '/console'

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
    .use(labelRoutes(deps))
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

/** The console's API for the dispatcher: only on the shared listener, and only below its prefix. */
export function consoleService(deps: ConsoleDeps): HttpService {
  return elysiaService({
    name: 'console',
    prefix: consolePrefix,
    bare: false,
    routes: consoleRoutes(deps),
    log: deps.log,
    authorise: consoleGuard(deps),
    credentials: 'cookie',
    errorBody,
  })
}

/**
 * The console's error body. `field` is the refused field of the form, null for none or all. `others` are further wrong
 * fields, left out if there are none.
 */
function errorBody(error: AppError) {
  const { others = [] } = error.details
  return {
    error: {
      message: error.message,
      code: error.code,
      field: fieldOf(error),
      ...(others.length > 0 ? { others: others.map(toldOf) } : {}),
    },
  }
}

function toldOf(error: AppError) {
  return { message: error.message, field: fieldOf(error) }
}

function fieldOf({ details: { field } }: AppError): string | null {
  return typeof field === 'string' ? field : null
}
