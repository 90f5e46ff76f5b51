/** What a storefront key can follow: `stock` is what is there of products, without the rest of them. */
export const storefrontKinds = ['product', 'stock', 'order'] as const

export type StorefrontKind = (typeof storefrontKinds)[number]
