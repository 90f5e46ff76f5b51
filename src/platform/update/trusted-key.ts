/** Inserted by the build when there is a signing key (scripts/release/sign.ts). */
declare const DAYBOOK_PUBLIC_KEY: string | undefined

/** The key that must sign an update. Undefined in a Daybook that was built without a key. */
export const trustedKey: string | undefined =
  typeof DAYBOOK_PUBLIC_KEY === 'undefined' ? undefined : DAYBOOK_PUBLIC_KEY
