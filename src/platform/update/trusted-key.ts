/** Put in by the build where there is a key to sign with (scripts/release/sign.ts). */
declare const DAYBOOK_PUBLIC_KEY: string | undefined

/** Whose signature an update must carry; undefined in a Daybook that was built without a key. */
export const trustedKey: string | undefined =
  typeof DAYBOOK_PUBLIC_KEY === 'undefined' ? undefined : DAYBOOK_PUBLIC_KEY
