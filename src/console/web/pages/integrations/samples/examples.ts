/** What the code sends, in the languages that have a literal for it: to be changed by whoever copies it. */
export const exampleSku = 'YOUR-SKU'
export const exampleOrderNumber = 'YOUR-ORDER-1'

/** Rows in one request: far below what Daybook takes, so that each is answered within seconds. */
export const rowsPerRequest = 500
