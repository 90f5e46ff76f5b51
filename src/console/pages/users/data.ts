import { api, ask, type AnswerOf } from '../../client.ts'
import { withPassword } from '../../components/with-password.tsx'
import { choiceSearch, listQuery, pageSearch, searchOf, sortSearch } from '../../search.ts'

/** The list's values in the address. */
export const userSearch = searchOf(
  pageSearch,
  choiceSearch('state', ['active', 'ended']),
  sortSearch(['name', 'email', 'role', 'seen', 'keys', 'added']),
)

/** Without a state, lists the users who may sign in. */
export const usersQuery = listQuery(['users'], userSearch, (query) =>
  api.users.get({ query: { state: 'active', ...query } }),
)

type UserPage = AnswerOf<typeof usersQuery>
/** A user of the list. */
export type User = UserPage['items'][number]

/** A link that was just made. It is shown once: Daybook keeps no copy. */
type NewLink = Awaited<ReturnType<typeof resetUser>>

/** A link, and the user who gets the link. */
export type HandedLink = { link: NewLink; name: string; isNew: boolean }

/** What a user may do, as the server takes it. */
export type Standing = { role: User['role']; duties?: User['duties'] }

export function inviteUser(input: { name: string; email: string } & Standing) {
  return withPassword(() => ask(api.users.post(input)))
}

export function changeRole(id: string, standing: Standing) {
  return withPassword(() => ask(api.users({ id }).role.post(standing)))
}

export function resetUser(id: string) {
  return withPassword(() => ask(api.users({ id }).reset.post()))
}

export function reactivateUser(id: string) {
  return withPassword(() => ask(api.users({ id }).reactivate.post()))
}
