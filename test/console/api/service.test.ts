import { expect, test } from 'bun:test'
import { routesOfConsole } from '../../support/console-routes.ts'
import { temporaryDatabase } from '../../support/temporary-database.ts'
import { endpoints } from './endpoints.ts'

test('every endpoint says who may call it, and is among those that are tested', async () => {
  await using temporary = temporaryDatabase()
  const routes = routesOfConsole(temporary)
  const declared = routes.routes.map(({ method, path, hooks }) => {
    const detail: object = hooks?.detail ?? {}
    const audience = 'x-session' in detail ? detail['x-session'] : 'nobody said'
    return `${method} ${path} ${String(audience)}`
  })
  const tested = endpoints.map(({ method, path, audience }) => {
    const [asked = ''] = path.split('?')
    return `${method} /api${asked.replace('ID', ':id').replace('PAGE', ':page')} ${audience}`
  })
  expect(declared.toSorted()).toEqual(tested.toSorted())
})
