/** What kind of document a scan is. The contract fixes these three words. */
export const categories = ['vendor_invoice', 'purchase_order', 'bank_entry'] as const

export type Category = (typeof categories)[number]
