/** The largest request body, in bytes: 32 MiB (source: decisions, "POST products/bulk"). */
export const bodyBytesMax = 32 * 1024 * 1024
