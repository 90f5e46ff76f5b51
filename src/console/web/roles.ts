import { t } from './language/language.ts'

/** What people are given: an owner may everything, the others one or both. */
export type RoleName = 'owner' | 'counter' | 'clerk'

/** A user as the server describes one: an owner has every duty. */
type Standing = { role: 'owner' | 'member'; duties: readonly ('counter' | 'clerk')[] }

/** In the words of the shop. */
export const roleNames: Readonly<Record<RoleName, string>> = {
  owner: t('Owner'),
  counter: t('Counter'),
  clerk: t('Clerk'),
}

/** What a role may do, in a sentence for whoever gives it. */
export const roleMeanings: Readonly<Record<RoleName, string>> = {
  owner: t('Everything: all documents, orders and prices, users, settings.'),
  counter: t('Products, stock, offers and orders.'),
  clerk: t('Uploads documents and types them in; sees only their own.'),
}

export function hasRole({ role, duties }: Standing, wanted: RoleName): boolean {
  return role === 'owner' || duties.some((duty) => duty === wanted)
}

/** "Owner", "Counter and clerk" */
export function rolesOf({ role, duties }: Standing): string {
  if (role === 'owner') return roleNames.owner
  const names = (['counter', 'clerk'] as const).filter((name) => duties.includes(name))
  const [first = 'clerk', ...others] = names
  return [roleNames[first], ...others].join(t(' and '))
}
