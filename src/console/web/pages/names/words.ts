import type { NameKind } from './names-query.ts'

/** Characters of a name or an alias: as many as the server takes. */
export const nameLengthMax = 200

/** How the pages call the entries of a list. */
export const words = {
  vendor: {
    title: 'Vendors',
    one: 'vendor',
    many: 'vendors',
    lead: 'The suppliers as your books call them, and the other spellings that bills and bank statements use. What Daybook hands over has the name from here.',
    unknownLead:
      'Sellers on waiting documents, and payees on bank statements, that no vendor here is called. Add each as a vendor of its own, or as another spelling of one.',
    example: 'Acme Traders',
  },
  product: {
    title: 'Product names',
    one: 'product name',
    many: 'product names',
    lead: 'The goods as your books call them, and the other spellings that bills use. What Daybook hands over has the name from here.',
    unknownLead:
      'Goods on waiting documents that no entry here is called. Add each as a product name of its own, or as another spelling of one.',
    example: 'Basmati Rice 1 kg',
  },
} as const satisfies Record<NameKind, Record<string, string>>
