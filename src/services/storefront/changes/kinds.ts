/** The kinds of changes that a storefront key can follow. `stock` is the stock of products without their other fields. */
export const storefrontKinds = ['product', 'stock', 'order'] as const

export type StorefrontKind = (typeof storefrontKinds)[number]
