import { Elysia } from 'elysia'
import { findUser } from '../../../../accounts/queries.ts'
import { forgetKept } from '../../../../services/scan-export/reading/passwords/forget-kept.ts'
import { listKept } from '../../../../services/scan-export/reading/passwords/kept-rows.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { idParameter } from '../../../api/fields.ts'
import { forOwners, sessionOf } from '../../../api/guard.ts'

/** Passwords of locked files that owners have kept. Nobody is shown the passwords themselves. */
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
      /** The user whose files are tried with the password. */
      sender: nameOf(userId),
      /** The bank of the statement that the password first opened. '' for other documents. */
      bank,
      keptBy: nameOf(keptBy),
      keptAt: new Date(keptAt).toISOString(),
      usedAt: new Date(usedAt).toISOString(),
      /** False if the data were restored without the key that encrypts the passwords. */
      isUsable: await passwords.isUsable(sealed),
    }))
  return { items: await Promise.all(items) }
}
