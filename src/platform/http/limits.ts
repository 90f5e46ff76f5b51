/** The largest request body, in bytes: 32 MiB (source: decisions, "POST products/bulk"). */
export const bodyBytesMax = 32 * 1024 * 1024

/** The largest body of who is not known by a key or a session, in bytes: a form has less than a tenth of it. */
export const strangersBodyBytesMax = 64 * 1024
