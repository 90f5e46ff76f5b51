// Hidden: the console's API is no contract, and in no document. An endpoint that says nothing is for owners (guard.ts).

/** For everybody, also without signing in. */
export const forEverybody = { detail: { hide: true, 'x-session': 'none' } } as const

/** For everybody who is signed in. */
export const forMembers = { detail: { hide: true, 'x-session': 'member' } } as const

export const forOwners = { detail: { hide: true, 'x-session': 'owner' } } as const
