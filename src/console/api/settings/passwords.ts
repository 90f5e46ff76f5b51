import { Elysia } from 'elysia'
import { findUser } from '../../../accounts/queries.ts'
import { forgetKept, listKept } from '../../../services/scan-export/service.ts'
import type { ConsoleDeps } from '../deps.ts'
import { idParameter } from '../fields.ts'
import { forOwners, sessionOf } from '../guard.ts'

/** Passwords of locked files that owners have kept. What they are nobody is told. */
export function passwordRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .get('/api/settings/passwords', () => shownPasswords(deps), forOwners)
    .post(
      '/api/settings/passwords/:id/delete',
      async ({ request, params: { id } }) => {
        await forgetKept(deps.scanExport, id, sessionOf(request).userId)
        return await shownPasswords(deps)
      },
      { ...idParameter, ...forOwners },
    )
}

async function shownPasswords({ database: { read }, passwords }: ConsoleDeps) {
  const nameOf = (id: string) => findUser(read).get({ id })?.name ?? ''
  const items = listKept(read)
    .all()
    .map(async ({ id, userId, bank, keptBy, keptAt, usedAt, sealed }) => ({
      id,
      /** Whose files it is tried on. */
      sender: nameOf(userId),
      /** Whose statement the first file was that it opened; '' for any other paper. */
      bank,
      keptBy: nameOf(keptBy),
      keptAt: new Date(keptAt).toISOString(),
      usedAt: new Date(usedAt).toISOString(),
      /** Not where the data was restored without the key that sealed it. */
      isUsable: await passwords.isUsable(sealed),
    }))
  return { items: await Promise.all(items) }
}
