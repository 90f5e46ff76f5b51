import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { AppError } from '../../platform/errors.ts'
import type { Api } from '../daybook/api.ts'
import { NameList, type Addition, type NameKind } from './plan.ts'

const listSchema = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      aliases: Type.Array(Type.Object({ alias: Type.String() })),
    }),
  ),
})

const whoAmISchema = Type.Object({ user: Type.Object({ id: Type.String() }) })

const addedSchema = Type.Object({
  id: Type.String(),
  created: Type.Boolean(),
  aliases_added: Type.Number(),
})

/** The most aliases per call. */
const aliasesMax = 1_000

/** Throws AppError as `Api` does. */
export async function listOf(api: Api, kind: NameKind): Promise<NameList> {
  const answer: unknown = await api.ask({ method: 'GET', path: `${kind}s` })
  if (!Value.Check(listSchema, answer)) throw notUnderstood()
  return new NameList(
    answer.items.map(({ id, name, aliases }) => {
      return { id, name, aliases: aliases.map(({ alias }) => alias) }
    }),
  )
}

/** The id of the key's user. It tells one Daybook from another, whatever its address. Throws AppError as `Api` does. */
export async function daybookOf(api: Api): Promise<string> {
  const answer: unknown = await api.ask({ method: 'GET', path: 'whoami' })
  if (!Value.Check(whoAmISchema, answer)) throw notUnderstood()
  return answer.user.id
}

/** Creates an entry or adds aliases to it. A repeat changes nothing. Throws AppError as `Api` does. */
export async function addTo(
  api: Api,
  kind: NameKind,
  { entry, aliases }: Addition,
): Promise<{ id: string; made: number; added: number }> {
  const body = { name: entry.name, aliases: aliases.slice(0, aliasesMax) }
  const answer: unknown = await api.ask({ method: 'POST', path: `${kind}s`, body })
  if (!Value.Check(addedSchema, answer)) throw notUnderstood()
  const { id, created, aliases_added: added } = answer
  return { id, made: created ? 1 : 0, added }
}

function notUnderstood(): AppError {
  return new AppError(
    'internal',
    'Daybook answered names that this bridge does not understand: both must be of one version.',
  )
}
