import type { NameWithAliases } from '../../../names/queries.ts'

/** An entry of a name list as every answer shows it. */
export function nameJson({ id, name, updatedAt, aliases }: NameWithAliases) {
  return { id, name, updated_at: new Date(updatedAt).toISOString(), aliases }
}
