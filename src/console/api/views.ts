import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { listViews, removeView, saveView } from '../../accounts/saved-views.ts'
import { queryOf, querySchemaOf, textField } from '../../platform/http/fields.ts'
import type { ConsoleDeps } from './deps.ts'
import { idParameter, textOf } from './fields.ts'
import { forMembers, sessionOf } from './guard.ts'

/** The most columns of a view, and the longest name of a column in characters: more than any list has. */
const columnsMax = 50
const columnLengthMax = 40

const listField = textField('list', { maxLength: 40, description: 'Of which list.' })

const columns = Type.Array(Type.String({ maxLength: columnLengthMax }), {
  maxItems: columnsMax,
  expected: `a list of at most ${columnsMax} columns`,
})

const saveBody = Type.Object({
  list: textOf('the name of a list'),
  name: textOf('a name'),
  search: textOf('what the address says'),
  columns: Type.Union([columns, Type.Null()], { expected: 'a list of columns, or null' }),
})

/** Saved views of lists. Every user has their own. */
export function viewRoutes({ database, clock }: ConsoleDeps) {
  return new Elysia()
    .get(
      '/api/views',
      ({ request }) => {
        const { userId } = sessionOf(request)
        const list = listField.read(queryOf(request)) ?? ''
        return { items: listViews(database.read).all({ userId, list }) }
      },
      { query: querySchemaOf([listField]), ...forMembers },
    )
    .post(
      '/api/views',
      async ({ request, body }) => {
        const { userId } = sessionOf(request)
        const view = { ...body, userId }
        return { id: await database.write((conn) => saveView(conn, view, clock.now())) }
      },
      { body: saveBody, ...forMembers },
    )
    .post(
      '/api/views/:id/remove',
      async ({ request, params: { id } }) => {
        const { userId } = sessionOf(request)
        await database.write((conn) => removeView(conn, userId, id))
        return { id }
      },
      { ...idParameter, ...forMembers },
    )
}
