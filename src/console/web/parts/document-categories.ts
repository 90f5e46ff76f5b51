export const documentCategories = ['vendor_invoice', 'purchase_order', 'bank_entry'] as const

export type DocumentCategory = (typeof documentCategories)[number]
