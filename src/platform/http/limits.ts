/** The largest request body, in bytes: 32 MiB (source: decisions, "POST products/bulk"). */
export const bodyBytesMax = 32 * 1024 * 1024

/** How deep a JSON body may nest: documents need 4 levels; beyond this it is an attack. */
export const jsonDepthMax = 64
