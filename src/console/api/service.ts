import { Elysia } from 'elysia'
import { elysiaService, type HttpService } from '../../platform/http/elysia-service.ts'
import { entryRoutes } from './entry/routes.ts'
import { errorBody } from './errors.ts'
import { consoleGuard } from './guard.ts'
import { keyRoutes } from './keys/routes.ts'
import { networkRoutes } from './network/routes.ts'
import type { ConsoleParts } from './parts.ts'
import { sessionRoutes } from './sessions/routes.ts'

/** What the pages call: their client takes its types from here. */
export type ConsoleApi = ReturnType<typeof consoleRoutes>

const consolePrefix = '/console'

/** All routes of the console, relative to its prefix. */
export function consoleRoutes(parts: ConsoleParts) {
  return new Elysia()
    .use(entryRoutes(parts))
    .use(sessionRoutes(parts))
    .use(keyRoutes(parts))
    .use(networkRoutes(parts))
}

/** The console's API as the front serves it: on the shared listener only, below its prefix only. */
export function consoleService(parts: ConsoleParts, options: { https: boolean }): HttpService {
  return elysiaService({
    name: 'console',
    prefix: consolePrefix,
    bare: false,
    routes: consoleRoutes(parts),
    log: parts.log,
    ...options,
    authorise: consoleGuard(parts),
    errorBody,
  })
}
