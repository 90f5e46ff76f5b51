import { t } from './language/language.ts'

/** The roles of users. An owner may do everything. Other users have one or both of the other roles. */
export type RoleName = 'owner' | 'counter' | 'clerk'

/** The role and duties of a user, as the server sends them. An owner has every duty. */
type Standing = { role: 'owner' | 'member'; duties: readonly ('counter' | 'clerk')[] }

/** The names of the roles, as shops use them. */
export const roleNames: Readonly<Record<RoleName, string>> = {
  owner: t('Owner'),
  counter: t('Counter'),
  clerk: t('Clerk'),
}

/** What a role may do, in a sentence for the owner who gives the role. */
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
